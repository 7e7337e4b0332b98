import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { PROVIDER_MAX_ANSWER_BYTES } from '../../server/net/guarded-fetch.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

export const NASTY_ANSWERS = {
  hangs: () => undefined,
  'hangs-in-body': (response) => void response.writeHead(200, JSON_TYPE).write('{'),
  drips: (response) => {
    response.writeHead(200, JSON_TYPE);
    const drip = setInterval(() => response.write(' '), 100);
    response.on('close', () => clearInterval(drip));
  },
  html: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>hello'),
  'html-500': (response) => response.writeHead(500, { 'content-type': 'text/html' }).end('<p>sorry'),
  untyped: (response) => response.writeHead(200).end('{}'),
  script: (response) => response.writeHead(200, { 'content-type': 'text/javascript' }).end('{}'),
  huge: (response) => response.writeHead(200, JSON_TYPE).end(Buffer.alloc(10 * 1024 * 1024, ' ')),
  'huge-unsaid': (response) => {
    response.writeHead(200, JSON_TYPE);
    const chunk = Buffer.alloc(64 * 1024, ' ');
    const pour = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', pour);
    pour();
  },
  bomb: (response) =>
    response
      .writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' })
      .end(gzipSync(Buffer.alloc(PROVIDER_MAX_ANSWER_BYTES + 1, ' '))),
  'to-private': (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  'to-itself': (response) => response.writeHead(307, { location: '/good' }).end(),
  cut: (response) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-length': '100' }).write('{');
    setTimeout(() => response.destroy(), 50);
  },
} as const satisfies Record<string, (response: ServerResponse) => unknown>;

export type NastyAnswer = keyof typeof NASTY_ANSWERS;
