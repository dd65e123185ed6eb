import type { Case } from '../core/exchange.ts'
import { maskKnown, type MaskOptions, maskSecrets, maskUrl, replaceHandedOut } from '../http/secrets.ts'
import { toCurl } from '../http/to-curl.ts'
import type { WireRequest } from '@contract-kit/openapi/wire'
import { parsePointer, writeJson } from '@contract-kit/json-schema/json'
import { findGiver, type GivenSource, replaceTexts, type ScriptStep, type Use } from './given-values.ts'

/** A value from a response that later requests use. */
interface Variable {
  readonly name: string
  readonly step: number
  readonly source: GivenSource
}

// Delimiters of a variable before shell quoting: private-use characters.
const OPEN = '\uE000'
const CLOSE = '\uE001'

const mark = (name: string): string => `${OPEN}${name}${CLOSE}`

/**
 * A POSIX shell script with curl and jq that repeats a sequence of requests. Reads values that came from an earlier response from the new
 * one. Credentials are variables to set before running it.
 */
export const toShellScript = (
  steps: readonly ScriptStep[],
  { baseUrl, mask }: { readonly baseUrl: string; readonly mask: MaskOptions },
): string => {
  const names = new Names()
  const variables: Variable[] = []
  const secrets = new Map<string, string>()
  const requests = steps.map((step, index) => {
    const earlier = steps.slice(0, index)
    const linked = replaceTexts(step, (use) => findVariable(use, earlier, variables, names))
    return mask.showSecrets ? linked : withoutSecrets(linked, step.sent, mask, secrets, names)
  })
  const lines = requests.map((request, index) => {
    const { sent, response } = steps[index] ?? {}
    const outcome = response === undefined ? 'gave no response' : `returned ${response.status}`
    const about = `${sent?.operation?.id ?? `${request.method} ${sent?.path ?? ''}`} ${outcome}`
    const own = variables.filter(({ step }) => step === index)
    return `# ${index + 1}. ${about.replaceAll(/\s+/g, ' ')}\n${writeStep(request, own, index === steps.length - 1)}`
  })
  const base = (mask.showSecrets ? baseUrl : maskUrl(baseUrl)).replace(/\/+$/, '')
  return maskKnown(
    [
      '#!/bin/sh',
      `URL=\${URL:-${base.replaceAll(/[^\w./:@*-]/g, String.raw`\$&`)}}`,
      ...[...secrets.values()].map((name) => `: "\${${name}:?Set ${name} to the credentials.}"`),
      ...lines,
    ].join('\n'),
    mask,
  )
}

/** One request as a command, with the variables that its response sets; the last one prints status, headers and body. */
const writeStep = (request: WireRequest, own: readonly Variable[], isLast: boolean): string => {
  const needsHead = isLast || own.some(({ source }) => 'header' in source)
  const silent = own.length === 0 && !isLast ? ['-o', '/dev/null'] : []
  const flags = ['-sS', ...(needsHead ? ['-i'] : []), ...silent]
  const curl = writeMarks(toCurl(mark('URL'), request, { showSecrets: true, flags }))
  const [only, ...others] = own
  if (only === undefined) return curl
  if (others.length === 0) return `${only.name}=$(${curl} | ${reader(only, needsHead)})`
  const rest = own.map(
    (variable) => `${variable.name}=$(printf '%s\\n' "$RESPONSE" | ${reader(variable, needsHead)})`,
  )
  return [`RESPONSE=$(${curl})`, ...rest].join('\n')
}

/** The command that reads a variable from a piped response. */
const reader = ({ source }: Variable, hasHead: boolean): string => {
  if ('pointer' in source) {
    const path = parsePointer(source.pointer).map((token, index) => {
      if (/^\d+$/.test(token)) return `${index === 0 ? '.' : ''}[${token}]`
      return /^[a-z_]\w*$/i.test(token) ? `.${token}` : `${index === 0 ? '.' : ''}[${JSON.stringify(token)}]`
    })
    const filter = path.join('') || '.'
    const jq = `jq -r ${/^[\w.]+$/.test(filter) ? filter : `'${filter.replaceAll("'", String.raw`'\''`)}'`}`
    return hasHead ? `tr -d '\\r' | sed '1,/^$/d' | ${jq}` : jq
  }
  const name = source.header.replaceAll(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`)
  return `tr -d '\\r' | sed -n 's|^${name}: *${source.header === 'location' ? '.*/' : ''}||p'`
}

/** Inserts variables into quoted words; uses double quotes if the word contains no other special characters. */
const writeMarks = (line: string): string =>
  line
    .replaceAll(String.raw`\356\200\200`, OPEN)
    .replaceAll(String.raw`\356\200\201`, CLOSE)
    .replaceAll(/\\'|'([^']*)'/g, (word, inner: string | undefined) => {
      if (inner?.includes(OPEN) !== true) return word
      if (!/["\\$`!]/.test(inner))
        return `"${inner.replaceAll(/\uE000(\w+)\uE001(\w?)/g, (_mark, name: string, next: string) =>
          next === '' ? `$${name}` : `\${${name}}${next}`,
        )}"`
      return word.replaceAll(/\uE000(\w+)\uE001/g, `'"$$$1"'`).replaceAll(/^''|''$/g, '')
    })

/** The variable for a text that comes from an earlier response, and that no request sent before. */
const findVariable = (
  use: Use,
  earlier: readonly ScriptStep[],
  variables: Variable[],
  names: Names,
): string | undefined => {
  const giver = findGiver(use, earlier)
  if (giver === undefined) return undefined
  const known = variables.find(
    ({ step, source }) => step === giver.step && writeJson(source) === writeJson(giver.source),
  )
  const name = known?.name ?? names.give(use.name)
  if (known === undefined) variables.push({ name, ...giver })
  return mark(name)
}

/** Replaces credentials by variables; intentionally wrong ones stay. */
const withoutSecrets = (
  request: WireRequest,
  { auth }: Case,
  { secretNames, secrets: known }: MaskOptions,
  secrets: Map<string, string>,
  names: Names,
): WireRequest => {
  const masked = maskSecrets(request, secretNames)
  const hide = (name: string, value: string, shown: string): string => {
    if (value === shown) return value
    if (auth === 'invalid' && !known.some((secret) => value.includes(secret))) return value
    const label = secrets.get(value) ?? names.give(name === 'authorization' ? 'token' : name)
    secrets.set(value, label)
    return shown.includes(';') ? mark(label) : shown.replace('***', mark(label))
  }
  const [path = '', ...query] = request.target.split('?')
  const maskedPairs = masked.target.slice(path.length + 1).split('&')
  const pairs = query
    .join('?')
    .split('&')
    .map((pair, index) => hide(pair.split('=')[0] ?? '', pair, maskedPairs[index] ?? pair))
  const { body } = masked
  return {
    ...masked,
    // A masked password is not valid.
    body:
      typeof body === 'string'
        ? replaceHandedOut(body, (name, value) =>
            value.includes(OPEN) ? value : hide(name.toLowerCase(), value, '***'),
          )
        : body,
    target: query.length === 0 ? path : `${path}?${pairs.join('&')}`,
    headers: request.headers.map(([name, value], index) => [
      name,
      hide(name, value, masked.headers[index]?.[1] ?? value),
    ]),
  }
}

/** Generates unique names of variables that the shell does not use. */
class Names {
  readonly #used = new Set([
    'URL',
    'RESPONSE',
    'PATH',
    'HOME',
    'IFS',
    'PWD',
    'OLDPWD',
    'UID',
    'EUID',
    'PPID',
    'ENV',
    'LANG',
    'USER',
    'SHELL',
  ])

  give(text: string): string {
    const words = text
      .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
      .replaceAll(/\W+/g, '_')
      .toUpperCase()
    const stem = /^[A-Z]\w*$/.test(words) ? words : 'VALUE'
    let name = stem
    for (let count = 2; this.#used.has(name); count += 1) name = `${stem}_${count}`
    this.#used.add(name)
    return name
  }
}
