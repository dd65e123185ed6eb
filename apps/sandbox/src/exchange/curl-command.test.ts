import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { sampleRequest } from '../watch/sample-snapshot.fixture.ts'
import { toCurl } from './curl-command.ts'
import { readableBody, splitAtMasks } from './masked-text.ts'
import { sampleBody, sampleExchange } from './sample-exchange.fixture.ts'

const origin = 'http://sandbox.test'
const plainHeaders = [
  { name: 'user-agent', value: 'shop/1' },
  { name: 'accept', value: '*/*' },
]

/** Parses a command to arguments, as a shell does. */
function argumentsOf(command: string, env: Readonly<Record<string, string>> = {}): readonly string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`
  return execFileSync('sh', ['-c', script], { encoding: 'utf8', env }).split('\0').slice(0, -1)
}

/** The body argument of curl for a text that is not JSON. */
const bodyGiven = (text: string, isCut: boolean) => {
  const body = sampleBody(text, { isJson: false, isCut })
  return argumentsOf(toCurl(sampleExchange({ body }), origin).text, { BODY: 'whole' }).at(-1)
}

describe('toCurl', () => {
  it('writes a request with variables for masked values', () => {
    const body = sampleBody('{"customer":{"email":"a@example.com","password":"***"}}')
    const { text, variables } = toCurl(sampleExchange({ body }), origin)
    expect(text).toBe(
      [
        `curl -sS -i -X POST 'http://sandbox.test/v3/orders?checkout=condensed' \\`,
        `  -H 'user-agent: shop/1' \\`,
        `  -H 'accept: */*' \\`,
        `  -H 'x-cc-app: demo-app' \\`,
        `  -H 'authorization: Bearer '"$TOKEN" \\`,
        `  -H 'content-type: application/json' \\`,
        `  --data-raw '{"customer":{"email":"a@example.com","password":"'"$PASSWORD"'"}}'`,
      ].join('\n'),
    )
    expect(variables).toStrictEqual(['TOKEN', 'PASSWORD'])
    const given = argumentsOf(text, { TOKEN: 'a.b.c', PASSWORD: 'pass word' })
    expect(given.slice(4, 7)).toStrictEqual([
      'http://sandbox.test/v3/orders?checkout=condensed',
      '-H',
      'user-agent: shop/1',
    ])
    expect(given).toContain('authorization: Bearer a.b.c')
    expect(given.at(-1)).toBe('{"customer":{"email":"a@example.com","password":"pass word"}}')
  })

  it.each([`it's`, '$HOME `id` "x" \\', 'a\nb', '!!', '@file', '--', '%s', "''"])(
    'keeps %j as it is',
    (value) => {
      const body = sampleBody(JSON.stringify({ street: value }))
      const headers = [...plainHeaders, { name: 'idempotency-key', value }]
      const { text } = toCurl(sampleExchange({ body, headers }), origin)
      const given = argumentsOf(text)
      expect(JSON.parse(given.at(-1)!)).toStrictEqual({ street: value })
      expect(given).toContain(`idempotency-key: ${value}`)
    },
  )

  it('names each masked value by its place', () => {
    const path = '/v3/carts/{cartId}/coupons/{couponCode}/{segment}'
    const query = [
      { name: 'page', value: '***' },
      { name: '***', value: '***' },
    ]
    const body = sampleBody('{"a":{"postCode":"***"},"b":[{"postCode":"***"}],"***":"***","list":["***"]}')
    const { variables } = toCurl(sampleExchange({ path, query, body }), origin)
    expect(variables).toStrictEqual(
      'CART_ID COUPON_CODE SEGMENT PAGE NAME VALUE TOKEN POST_CODE POST_CODE_2 NAME_2 VALUE_2 LIST'.split(
        ' ',
      ),
    )
  })

  it('sends no header that was not sent', () => {
    const { text } = toCurl(sampleExchange({ headers: [] }), origin)
    expect(argumentsOf(text).filter((argument) => argument.endsWith(':'))).toStrictEqual([
      'accept:',
      'user-agent:',
      'content-type:',
    ])
  })

  it('sends a text as it is, unless some of it is masked or cut', () => {
    expect(bodyGiven('{"a": }', false)).toBe('{"a": }')
    expect(bodyGiven('{"a": ***}', false)).toBe('whole')
    expect(bodyGiven('[', true)).toBe('whole')
  })

  it.each([
    ['GET', []],
    ['HEAD', ['--head']],
    ['DELETE', ['-X', 'DELETE']],
  ])('writes a %s', (method, options) => {
    const entry = sampleRequest('a', { method })
    const { text } = toCurl(sampleExchange({ entry, body: null, query: [], path: '/v3/nowhere' }), origin)
    expect(argumentsOf(text).slice(2, 3 + options.length)).toStrictEqual([
      ...options,
      'http://sandbox.test/v3/nowhere',
    ])
  })
})

describe('readableBody', () => {
  it.each([
    ['JSON on lines of its own', sampleBody('{"a":[1]}'), '{\n  "a": [\n    1\n  ]\n}'],
    ['anything else as it is', sampleBody('{"a":', { isJson: false }), '{"a":'],
  ])('shows %s', (_title, body, text) => {
    expect(readableBody(body)).toBe(text)
  })
})

describe('splitAtMasks', () => {
  it.each([
    ['{"pin": "***"}', ['{"pin": ', '"***"', '}'], [false, true, false]],
    ['Bearer ***', ['Bearer ', '***'], [false, true]],
    ['', [], []],
  ])('finds the masked values of %s', (text, texts, masks) => {
    const parts = splitAtMasks(text)
    expect(parts.map((part) => part.text)).toStrictEqual(texts)
    expect(parts.map(({ isMasked }) => isMasked)).toStrictEqual(masks)
  })
})
