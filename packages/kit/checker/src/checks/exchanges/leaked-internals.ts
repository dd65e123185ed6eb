import { BoundedCache, oncePer } from '@contract-kit/json-schema/memo'
import { appendTokens, findAt, writeJson } from '@contract-kit/json-schema/json'
import { type Check, createFinding, defineCheck } from '../../core/check.ts'
import type { Exchange } from '../../core/exchange.ts'
import { describeResponse, undocumentedIn } from './exchange-facts.ts'

/**
 * No response reveals server internals: stack traces, source files, SQL, debug pages (CWE-209). Documented content of a success response is
 * data and is not searched.
 */
export const leakedInternals: Check = defineCheck({
  id: 'leaked-internals',
  title: 'Response exposes internal details',
  severity: 'high',
  needs: 'response',
  sharedParts: ['error page'],
  appliesTo: () => true,
  verify: (exchange) => {
    const leak = findLeak(exchange)
    return leak === undefined
      ? []
      : [createFinding(leakedInternals, exchange, `${describeResponse(exchange)} shows ${leak}.`)]
  },
})

/** The number of leading characters of a body to search; leaks occur near the start. */
const LOOKED_AT = 100_000

/**
 * Names the revealed internals; undefined if there are none. Ignores APIs that document such content, for example a collector of stack
 * traces.
 */
export const findLeak = oncePer((exchange: Exchange): string | undefined => {
  const {
    document,
    case: { request },
  } = exchange
  const leak = leaks.get(
    textBesideData(exchange).slice(0, LOOKED_AT),
    (text) => leakPatterns.find(({ pattern }) => pattern.test(text)) ?? 'none',
  )
  if (leak === 'none' || leak.pattern.test(writeJson(document.raw))) return undefined
  return isEcho(leak.pattern, request.body) ? undefined : leak.name
})

/** The part of a body that is not documented success data: only its undocumented properties, or all of it if it breaks its schema. */
const textBesideData = (exchange: Exchange): string => {
  const { response, media, bodyFailures } = exchange
  const { status, text, json } = response
  if (status < 200 || status > 299 || media === undefined || bodyFailures.length > 0) return text
  if (json === undefined || media.schema === undefined) return response.jsonError === undefined ? '' : text
  const others = undocumentedIn(exchange).map(({ instancePointer, name }) => ({
    [name]: findAt(json, appendTokens(instancePointer, name)) ?? null,
  }))
  return others.length === 0 ? '' : writeJson(others)
}

/** Results for the latest texts, because many rejections have identical bodies. */
const leaks = new BoundedCache<LeakPattern | 'none'>(200)

const isEcho = (pattern: RegExp, body: string | Uint8Array | undefined): boolean =>
  body !== undefined && pattern.test(typeof body === 'string' ? body : new TextDecoder().decode(body))

/** A pattern of server internals, with its name for reports. */
interface LeakPattern {
  readonly name: string
  readonly pattern: RegExp
}

const SOURCE = String.raw`(?:[cm]?[jt]sx?|vue|py|rb|php|java|kt|scala|groovy|go|cs|fs|vb|rs|exs?|erl|pl|lua|swift|c|cc|cpp)`

/**
 * Patterns that ordinary prose does not match: stack frames, framework error pages, database messages. Quotes may be escaped, because most
 * responses are JSON.
 */
const leakPatterns: readonly LeakPattern[] = [
  { name: 'a JavaScript stack trace', pattern: /\bat [^\n"()]{0,120}\(?(?:(?:file:\/\/|\/|[A-Za-z]:\\{1,2})[^\s()"]{1,300}\.[cm]?[jt]sx?|node:[\w/]+|<anonymous>):\d+:\d+/ },
  { name: 'a JavaScript error', pattern: /Cannot (?:read|set) propert(?:y ['"\\][^\n]{0,80} of|ies of) (?:undefined|null)|(?:^|[^\w])(?:Type|Reference|Range|Syntax)Error: [^\n]{0,200}\bis not (?:a function|defined|iterable)/ },
  { name: 'a Python stack trace', pattern: /Traceback \(most recent call last\)|File \\?"[^"\n]{1,200}\.pyc?\\?", line \d+/ },
  { name: 'a Java stack trace', pattern: /\bat [a-zA-Z_$][\w$]*(?:[./][\w$<>]+)+\((?:[\w$]+\.(?:java|kt|scala|groovy|clj):\d+|Native Method|Unknown Source)\)/ },
  { name: 'a Java exception', pattern: /\b(?:java|javax|jakarta|kotlin|scala|org\.springframework|org\.hibernate|org\.postgresql|com\.(?:mysql|fasterxml|zaxxer))\.[\w.$]*(?:Exception|Error)\b/ },
  { name: 'a .NET stack trace', pattern: /\bat [\w.`<>+[\],]+\([^)\n]*\) in [^\n"]{1,300}:line \d+/ },
  { name: 'a .NET exception', pattern: /\b(?:System|Microsoft|Npgsql|Newtonsoft)\.[\w.]*Exception\b/ },
  { name: 'a PHP error', pattern: /(?:Fatal error|Parse error|Warning|Notice|Deprecated)(?:<\/b>)?: [^\n]{1,300}? in (?:<b>)?[^\s<"]+\.php(?:<\/b>)? on line (?:<b>)?\d+|#\d+ [^\s"]+\.php\(\d+\): / },
  { name: 'a Ruby stack trace', pattern: /\.rb:\d+:in [`'][^`'\n]+'/ },
  { name: 'a Go stack trace', pattern: /\bgoroutine \d+ \[[\w ,()-]+\]:|\bpanic: runtime error: |\.go:\d+ \+0x[\da-f]+/ },
  { name: 'a Rust panic', pattern: /thread '[^'\n]{0,80}' panicked at / },
  { name: 'an Elixir stack trace', pattern: /\(\w+ \d+\.\d+(?:\.\d+)?\) [\w./-]+\.exs?:\d+: / },
  { name: 'a source file with its line', pattern: new RegExp(String.raw`(?:^|[\s"'(=:])(?:file://)?(?:/(?:app|usr|var|home|opt|srv|root|src|mnt|tmp|workspace|Users)/|[A-Za-z]:\\{1,2})[^\s"'():]{1,200}\.${SOURCE}:\d+`) },
  { name: 'a stack trace', pattern: /\\?"(?:stack|stack_?trace|trace_?back|back_?trace)\\?"\s*:\s*(?:\\?"[^"]*(?:\\n\s*at |\bat \S+ ?\(|\.\w{1,5}:\d+)|\[\s*\\?"[^"]*(?:\bat |\.\w{1,5}:\d+))/i },
  { name: 'an error message of an SQL database', pattern: /\bSQLSTATE\[\w{5}\]|\bORA-\d{5}: |You have an error in your SQL syntax|\bSQLITE_(?:ERROR|CONSTRAINT|BUSY|MISMATCH|CORRUPT|READONLY|CANTOPEN)|\bno such (?:table|column): \w|syntax error at or near \\?"|near \\?"[^"\n]{0,40}\\?": syntax error|duplicate key value violates unique constraint|violates (?:foreign key|not-null|check) constraint|\b(?:column \\?"[\w.]+\\?" of )?relation \\?"[\w.]+\\?" does not exist|Unclosed quotation mark after the character string|\bER_[A-Z]+(?:_[A-Z]+)+: |(?:UNIQUE|FOREIGN KEY|NOT NULL|CHECK) constraint failed: \w/ },
  { name: 'an SQL statement', pattern: /\bSELECT (?:\*|[\w".`, ]{1,200}) FROM [\w".`]+ (?:WHERE|JOIN|ORDER BY|LIMIT|INNER|LEFT)\b|\bINSERT INTO [\w".`\\]+ ?\([^)\n]{1,300}\) VALUES\b|\bUPDATE [\w".`\\]+ SET [\w".`\\]+ ?= ?|\bDELETE FROM [\w".`\\]+ WHERE\b/ },
  { name: 'an error message of a database driver', pattern: /\bE11000 duplicate key error|\b(?:Mongo(?:Server|Network)?|Sequelize\w*|PrismaClient\w*|QueryFailed|Knex\w*)Error\b|\bpsycopg2?\.(?:errors\.)?\w+|\bsqlalchemy\.exc\.\w+|\bActiveRecord::\w+|\bPDOException\b/ },
  { name: 'an internal network address', pattern: /\b(?:connect )?(?:ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH) (?:\d{1,3}\.){3}\d{1,3}:\d+|\bgetaddrinfo (?:ENOTFOUND|EAI_AGAIN) [\w.-]+|\bENOENT: no such file or directory, / },
  { name: 'the debug page of a framework', pattern: /You(?:'|&#x27;|&#39;)re seeing this error because you have <code>DEBUG = True<\/code>|Werkzeug Debugger|Whitelabel Error Page|Server Error in '\/[^'\n]*' Application|Action Controller: Exception caught|Illuminate\\+[A-Z]\w+|Symfony\\+Component\\+|<pre>\w*Error: [^\n]*<br>/ },
] // prettier-ignore
