import { headOf, type TargetRequest } from './early-ends.ts'
import type { Random } from '@giftcards/test-harness'

/** A variant of one part of a request. Most parts of a hostile request are valid, so that the server processes much of it. */
type Choice<Part> = (request: TargetRequest, random: Random) => Part

const rubbish = (random: Random, length: number): string =>
  Array.from({ length }, () => String.fromCharCode(random.below(256))).join('')

const methods: readonly Choice<string>[] = [
  () => 'BREW',
  () => 'TRACE',
  () => 'OPTIONS',
  () => 'HEAD',
  () => 'DELETE',
  () => 'PATCH',
  () => 'get',
  () => '',
  (_request, random) => rubbish(random, 8),
]

const paths: readonly Choice<string>[] = [
  () => '/',
  () => '*',
  () => '//',
  () => 'http://[',
  () => 'http://a:99999/v3/session',
  () => '/v3/wallets/%zz',
  () => '/v3/wallets/%c3%28',
  () => '/docs/..%2f..%2fpackage.json',
  () => '/docs/%00',
  () => '/__proto__/constructor',
  () => `/${'x'.repeat(20_000)}`,
  ({ path }) => `${path}?a=%zz&a[b][c]=d&__proto__[x]=y`,
  ({ path }) => `${path}/`,
  ({ path }) => `${path}#fragment`,
  ({ path }) => path.toUpperCase(),
  (_request, random) => `/v3/${rubbish(random, 12)}`,
]

const versions: readonly Choice<string>[] = [() => '1.0', () => '0.9', () => '2.0', () => '1.1 ', () => 'x']

const headerLines: readonly Choice<readonly string[]>[] = [
  () => ['host: evil.test'],
  () => ['x-long: '.padEnd(20_000, 'x')],
  () => Array<string>(3000).fill('x: y'),
  () => ['content-type: text/plain'],
  () => ['content-type: application/json; charset=utf-16'],
  (_request, random) => [`content-type: application/json; x=${random.below(1_000_000)}`],
  () => ['content-encoding: gzip'],
  () => ['expect: a miracle'],
  () => ['expect: 100-continue'],
  () => ['connection: upgrade', 'upgrade: websocket'],
  () => ['connection: close'],
  () => ['authorization: Bearer none'],
  () => ['x-cc-app: nobody'],
  () => ['x-request-id: a b'],
  () => ['x-forwarded-for: 203.0.113.7', 'forwarded: for=unknown'],
  () => ['x-sandbox-trigger: slow=5'],
  () => ['idempotency-key: '],
  () => ['traceparent: 00-0-0-0'],
  () => [': no name'],
  () => ['no colon'],
  () => [' folded'],
  () => ['x odd: y'],
  (_request, random) => [`x-odd: ${rubbish(random, 12)}`],
]

const bodies: readonly Choice<string>[] = [
  () => '',
  () => '{',
  () => 'null',
  () => '"text"',
  () => '{"__proto__":{"admin":true}}',
  () => '['.repeat(5000),
  () => `{"cards":[${'0,'.repeat(2000)}0]}`,
  () => `{"cards":[${'{},'.repeat(200)}{}]}`,
  () => `{"note":"${'x'.repeat(300_000)}"}`,
  ({ body }) => body.replaceAll(/\d/g, '-'),
  ({ body }) => body.replaceAll(':', ':['),
  ({ body }) => `\u00ef\u00bb\u00bf${body}`,
  (_request, random) => rubbish(random, 40),
]

/** The form of a body on the wire, and its header lines. */
type Framing = (body: string, random: Random) => { readonly lines: readonly string[]; readonly bytes: string }

const toChunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`
const chunked = 'transfer-encoding: chunked'
const lengthOf = (length: number | string): string => `content-length: ${length}`

const rightFramings: readonly Framing[] = [
  (body) => ({ lines: [lengthOf(body.length)], bytes: body }),
  (body) => ({ lines: [chunked], bytes: `${body === '' ? '' : toChunk(body)}0\r\n\r\n` }),
]

const wrongFramings: readonly Framing[] = [
  (body) => ({ lines: [lengthOf(body.length + 1)], bytes: body }),
  (body) => ({ lines: [lengthOf(Math.max(0, body.length - 2))], bytes: body }),
  (body) => ({ lines: [lengthOf('x')], bytes: body }),
  (body) => ({ lines: [lengthOf('-1')], bytes: body }),
  (body) => ({ lines: [lengthOf(300_000)], bytes: body }),
  (body) => ({ lines: [lengthOf(1), lengthOf(2)], bytes: body }),
  (body) => ({ lines: [chunked, lengthOf(body.length)], bytes: `${toChunk(body)}0\r\n\r\n` }),
  (body) => ({ lines: [chunked], bytes: `${toChunk(body)}zz\r\n` }),
  (body) => ({ lines: [chunked], bytes: `ffffff\r\n${body}` }),
  (body) => ({ lines: [chunked], bytes: toChunk(body) }),
  (body) => ({ lines: ['transfer-encoding: rot13'], bytes: body }),
  (body) => ({ lines: ['transfer-encoding: gzip, chunked'], bytes: `${toChunk(body)}0\r\n\r\n` }),
  (body, random) => ({ lines: [lengthOf(body.length)], bytes: body.slice(0, random.below(body.length + 1)) }),
  (body) => ({ lines: [], bytes: body }),
]

/** Returns the bytes of a request that is wrong in one to three ways, or random bytes. */
export function createHostileRequest(target: TargetRequest, random: Random): string {
  if (random.below(20) === 0) return `${rubbish(random, 1 + random.below(60))}\r\n\r\n`
  const choose = <Part>(choices: readonly Choice<Part>[]): Part =>
    choices[random.below(choices.length)]!(target, random)
  const wrong = new Set(Array.from({ length: 1 + random.below(3) }, () => random.below(7)))
  const request: TargetRequest = {
    ...target,
    method: wrong.has(0) ? choose(methods) : target.method,
    path: wrong.has(1) ? choose(paths) : target.path,
    lines: wrong.has(2) ? leaveOut(target.lines, random) : target.lines,
  }
  const version = wrong.has(3) ? choose(versions) : '1.1'
  const more = wrong.has(4) ? choose(headerLines) : []
  const body = wrong.has(5) ? choose(bodies) : target.body
  const framings = wrong.has(6) ? wrongFramings : rightFramings
  const { lines, bytes } = framings[random.below(framings.length)]!(body, random)
  return headOf(request, [...lines, ...more], version) + bytes
}

/** Returns the lines without a random one. */
function leaveOut(lines: readonly string[], random: Random): readonly string[] {
  const left = random.below(lines.length)
  return lines.filter((_line, index) => index !== left)
}
