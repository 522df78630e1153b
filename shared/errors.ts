/** Error codes of the API with their HTTP status (contract, section 1). */
export const errorStatus = {
  BadRequest: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  Conflict: 409,
  PayloadTooLarge: 413,
  UnsupportedMediaType: 415,
  RangeNotSatisfiable: 416,
  MisdirectedRequest: 421,
  UnprocessableContent: 422,
  TooManyRequests: 429,
  InternalError: 500,
  ServiceUnavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** A problem with one field of a request; `path` is dotted, `query.page` or `body.name`. */
export interface FieldProblem {
  path: string;
  message: string;
}

/** The body of every error response. */
export interface ErrorBody {
  error: ErrorCode;
  message: string;
  details: unknown;
}

/**
 * An error that a caller can see. Thrown by services, mapped to a response by the error handler,
 * and thrown again by the typed client.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;
  /** Extra response headers, for example `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: unknown; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = options.details ?? null;
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return errorStatus[this.code];
  }

  toBody(): ErrorBody {
    return { error: this.code, message: this.message, details: this.details };
  }
}

/** Options of an error after which the caller can try again. */
export const retryAfter = (seconds: number) => ({ headers: { 'Retry-After': String(seconds) } });

/** Whether an error is an AppError with one of these codes. */
export const hasCode = (error: unknown, ...codes: readonly ErrorCode[]): error is AppError =>
  error instanceof AppError && codes.includes(error.code);

/** For `catch`: null instead of an error with this code. */
export const nullOn =
  (code: ErrorCode) =>
  (error: unknown): null => {
    if (hasCode(error, code)) return null;
    throw error;
  };

/**
 * `badField('body.path', 'There is no folder …')`: a value that matches its schema but is unusable.
 */
export const badField = (path: string, message: string) =>
  new AppError('BadRequest', message, {
    details: [{ path, message }] satisfies FieldProblem[],
  });

/** `notFound('Book', id)` → "Book 0190… was not found". */
export const notFound = (kind: string, id: string) =>
  new AppError('NotFound', `${kind} ${id} was not found`);
