import type { ApiOperation, HttpMethod } from '../../document/api-document.ts'
import { appendTokens } from '../../schema/json-pointer.ts'
import type { Case } from '../../run/exchange.ts'

/** What does least harm, should it work after all, comes first. */
const METHODS: readonly HttpMethod[] = ['TRACE', 'GET', 'PATCH', 'POST', 'PUT', 'DELETE']

/** Each method that a path does not declare, once, at an address that exists (RFC 9110, section 15.5.6). */
export const undeclaredMethodCases = (
  path: string,
  declared: readonly ApiOperation[],
  target: string,
): readonly Case[] => {
  const known = new Set(declared.map(({ method }) => method))
  return METHODS.filter((method) => !known.has(method)).map((method) =>
    methodCase(path, declared, target, method, 'unspecified_http_method'),
  )
}

/** What a path says of its own methods (RFC 9110, section 9.3.7). */
export const optionsCase = (
  path: string,
  declared: readonly ApiOperation[],
  target: string,
): readonly Case[] =>
  declared.some(({ method }) => method === 'OPTIONS')
    ? []
    : [methodCase(path, declared, target, 'OPTIONS', 'options')]

const methodCase = (
  path: string,
  declared: readonly ApiOperation[],
  target: string,
  method: HttpMethod,
  scenario: string,
): Case => {
  const carriesBody = method === 'PUT' || method === 'POST' || method === 'PATCH'
  return {
    phase: 'coverage',
    operation: undefined,
    path,
    scenario,
    mode: 'negative',
    target: {
      location: 'method',
      name: method,
      keyword: 'method',
      pointer: appendTokens('/paths', path),
      documentUri: declared[0]?.documentUri ?? '',
    },
    values: undefined,
    request: {
      method,
      target,
      headers: [['accept', '*/*'], ...(carriesBody ? ([['content-type', 'application/json']] as const) : [])],
      body: carriesBody ? '{}' : undefined,
    },
    auth: 'given',
  }
}
