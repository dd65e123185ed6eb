import { parsePointer } from '@contract-kit/json-schema/json'
import { parsePathTemplate } from '@contract-kit/openapi'
import type { JsonObject } from '../openapi/json.ts'
import type { TryItSession } from '../try-it-options.ts'
import type { FlowVariable } from './flow.ts'

const toTestScript = (exec: readonly string[]): JsonObject => ({
  listen: 'test',
  script: { type: 'text/javascript', exec },
})

/** The script that stores the token of a response. */
export function toSessionScript({ scheme, tokenHeader }: TryItSession): JsonObject {
  return toTestScript([
    `const token = pm.response.headers.get(${JSON.stringify(tokenHeader)})`,
    `if (token) pm.collectionVariables.set(${JSON.stringify(scheme)}, token.replace(/^Bearer /i, ''))`,
  ])
}

/** The script of a request that stores variables from its response; empty if there are none. */
export function toVariableScript(variables: readonly FlowVariable[]): JsonObject {
  const read = variables.filter(({ expressions }) => expressions.length > 0)
  if (read.length === 0) return {}
  const isBodyRead = read.some(({ expressions }) =>
    expressions.some((one) => one.startsWith('$response.body')),
  )
  return {
    event: [
      toTestScript([
        'if (pm.response.code < 300) {',
        '  const keep = (name, value) => value == null || pm.collectionVariables.set(name, value)',
        ...(isBodyRead ? readBody : []),
        ...read.map(({ name, expressions }) => `  keep('${name}', ${expressions.map(toCode).join(' ?? ')})`),
        '}',
      ]),
    ],
  }
}

/** JavaScript numbers would lose digits of a long id. */
const readBody = [
  "  const body = JSON.parse(pm.response.text() || 'null', (name, value, context) =>",
  "    typeof value === 'number' ? (context?.source ?? value) : value)",
]

/** The code that reads a runtime expression from the response (OpenAPI 3.1, "Runtime Expressions"). */
function toCode(expression: string): string {
  const [source = '', fragment = ''] = expression.split('#')
  const header = /^\$response\.header\.(.+)$/.exec(source)?.[1]
  if (header === undefined)
    return parsePointer(fragment).reduce((code, token) => `${code}?.${toMember(token)}`, 'body')
  const read = `pm.response.headers.get('${header}')`
  const pieces = parsePathTemplate(fragment)
  const before = pieces[pieces.findLastIndex(({ kind }) => kind === 'parameter') - 1]
  return before?.kind === 'text'
    ? `${read}?.split(${JSON.stringify(before.text)}).pop().split(/[/?#]/)[0]`
    : read
}

/** Uses the first of several items. */
function toMember(token: string): string {
  if (token === '*') return '[0]'
  if (/^[A-Za-z_$][\w$]*$/.test(token)) return token
  return /^\d+$/.test(token) ? `[${token}]` : `[${JSON.stringify(token)}]`
}
