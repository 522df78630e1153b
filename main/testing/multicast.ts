import { createSocket } from 'node:dgram';

const patienceMs = 5000;
const sendEveryMs = 200;

/** Whether a multicast packet that is sent on the loopback interface comes back. */
export const hasMulticast = await new Promise<boolean>((resolve) => {
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  // Repeated, because a busy machine drops packets.
  let sending: NodeJS.Timeout | undefined;
  const end = (result: boolean) => {
    clearTimeout(patience);
    clearInterval(sending);
    socket.removeAllListeners('message');
    socket.close();
    resolve(result);
  };
  const patience = setTimeout(() => end(false), patienceMs);
  socket.once('message', () => end(true));
  socket.once('error', () => end(false));
  socket.bind(0, () => {
    try {
      socket.addMembership('224.0.0.251', '127.0.0.1');
      socket.setMulticastInterface('127.0.0.1');
      const send = () => socket.send('x', socket.address().port, '224.0.0.251');
      sending = setInterval(send, sendEveryMs);
      send();
    } catch {
      end(false);
    }
  });
});
