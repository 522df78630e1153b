import { answerRequests } from '../media/answer-requests.ts';
import { parse, type Parsers } from './parsers.ts';

export interface ParseRequest {
  name: keyof Parsers;
  input: unknown[];
}

answerRequests(({ name, input }: ParseRequest) => parse(name, input));
