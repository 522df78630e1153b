import { createSocket } from 'node:dgram';

/** Whether a multicast packet that is sent on the loopback interface comes back. */
export const hasMulticast = await new Promise<boolean>((resolve) => {
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  const end = (result: boolean) => {
    clearTimeout(patience);
    socket.close();
    resolve(result);
  };
  const patience = setTimeout(() => end(false), 1000);
  socket.on('message', () => end(true));
  socket.on('error', () => end(false));
  socket.bind(0, () => {
    try {
      socket.addMembership('224.0.0.251', '127.0.0.1');
      socket.setMulticastInterface('127.0.0.1');
      socket.send('x', socket.address().port, '224.0.0.251');
    } catch {
      end(false);
    }
  });
});
