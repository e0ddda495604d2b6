import { lookup, type LookupAddress } from 'node:dns';
import { request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPrivateAddress } from './private-address.js';

export interface Post {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether loopback and private addresses may be reached, and plain HTTP used. */
  readonly allowPrivate: boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

/** Posts once, without redirects, proxies or kept connections. A text says why there was no answer; it never holds the URL. */
export async function post({ url, headers, body, allowPrivate, timeoutMs, signal }: Post): Promise<Answer | string> {
  const host = url.hostname.replace(/^\[|\]$/gu, '');
  if (!allowPrivate && isIP(host) !== 0 && isPrivateAddress(host)) return notAllowed(host);
  const timeout = AbortSignal.timeout(timeoutMs);
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    signal: AbortSignal.any([signal, timeout]),
    // A connection of its own each: a kept one would keep the process.
    agent: false,
    ...(allowPrivate ? {} : { lookup: publicLookup }),
  };
  try {
    return await exchange(url, options, body);
  } catch (error) {
    if (timeout.aborted) return `no answer within ${timeoutMs / 1000} s`;
    if (signal.aborted) return 'no answer in the time there was';
    return error instanceof Error ? reasonOf(error) : String(error);
  }
}

function exchange(url: URL, options: RequestOptions, body: string): Promise<Answer> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const outgoing = request(url, options, (response) => {
      const retryAfter = response.headers['retry-after'];
      resolve({ status: response.statusCode ?? 0, retryAfter });
      // What it says besides is not read, however much it is.
      response.on('error', reject).destroy();
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Resolves a name and refuses it when it leads to a private address; asked at the connection, so that no second answer counts. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const [first] = addresses;
    const bad = addresses.find(({ address }) => isPrivateAddress(address));
    if (error !== null) callback(error, '', 0);
    else if (bad !== undefined || first === undefined) callback(new Error(notAllowed(bad?.address ?? hostname)), '', 0);
    else if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

function notAllowed(address: string): string {
  return `${address} is a private or loopback address; allow_private is not set`;
}

/** Several addresses that all failed are one error without words. */
function reasonOf(error: Error): string {
  if (error.message !== '') return error.message;
  const [first] = error instanceof AggregateError ? (error.errors as readonly unknown[]) : [];
  return first instanceof Error ? first.message : error.name;
}
