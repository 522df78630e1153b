/**
 * Explains why a connection failed, by the code of the error of Node or OpenSSL. `name` is how the
 * message calls the server.
 */
export const connectionProblem = (name: string, code: string): string => {
  if (/CERT|ISSUER|SIGNATURE|CRL/.test(code)) {
    return `The certificate of ${name} is not trusted (${code}). Enter the name for which it is valid.`;
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) {
    return `An encrypted connection to ${name} failed (${code}). Check whether this port encrypts.`;
  }
  return `${name} could not be reached (${code}).`;
};
