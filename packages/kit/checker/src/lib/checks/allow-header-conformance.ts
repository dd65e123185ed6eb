import { appendTokens } from '../schema/json-pointer.ts'
import { declaredMethods } from './answer/declared-methods.ts'
import { declaredOperation } from './answer/declared-operation.ts'
import { describeAnswer } from './answer/describe-answer.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'

/** Methods a server may offer on its own. */
const FREE = new Set(['HEAD', 'OPTIONS', 'TRACE'])

/** `Allow` names the methods that the document declares for the path, no more and no less (RFC 9110, 10.2.1). */
export const allowHeaderConformance: Check = defineCheck({
  id: 'allow-header-conformance',
  title: 'Allow tells the truth',
  severity: 'medium',
  appliesTo: () => true,
  verify: (exchange) => {
    const {
      document,
      case: { path, request },
      answer,
    } = exchange
    const allow = answer.headers.filter(([name]) => name === 'allow').map(([, value]) => value)
    if (allow.length === 0 || !document.paths.has(path)) return []
    if (!speaksOfMethods(request.method, answer.status)) return []
    if (answer.status === 405 && declaredOperation(exchange) !== undefined) return []
    const told = allow
      .join(',')
      .split(',')
      .map((method) => method.trim())
      .filter((method) => method !== '')
    const own = (document.paths.get(path) ?? []).map(({ method }) => method)
    const possible = declaredMethods(document, path, request.target)
    const clauses = [
      ...clause(
        'does not name',
        own.filter((method) => !FREE.has(method) && !told.includes(method)),
      ),
      ...clause(
        'names the undeclared',
        told.filter((method) => !FREE.has(method) && !possible.has(method as never)),
      ),
    ]
    if (clauses.length === 0 || told.includes('*')) return []
    const message = `${describeAnswer(exchange)} has an Allow header that ${clauses.join(' and ')}.`
    return [createFinding(allowHeaderConformance, exchange, message, appendTokens('/paths', path))]
  },
})

const speaksOfMethods = (method: string, status: number): boolean =>
  status === 405 || (method === 'OPTIONS' && status >= 200 && status < 300)

const clause = (start: string, methods: readonly string[]): readonly string[] =>
  methods.length === 0 ? [] : [`${start} ${methods.join(', ')}`]
