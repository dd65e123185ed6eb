import type { ApiDocument } from '@contract-kit/openapi/open'
import { isObject, toObject } from '../../../src/openapi/json.ts'
import type { TryItOptions } from '../../../src/try-it-options.ts'

/** Replaces a hidden value. */
export const mask = '****'

/** Detects and masks secrets in displayed text. */
export interface Secrets {
  /** Masks the secrets in JSON text or in a command that contains JSON. The JSON may be invalid. */
  maskText(text: string): string
  /** Returns the value of a header, masked if it is a secret. */
  maskHeader(name: string, value: string): string
  /** Whether a member, a field or a parameter of this name holds a secret. */
  isSecret(name: string): boolean
}

/** Common names of secret members, in lowercase without separators. */
const usualNames = [
  'password',
  'passphrase',
  'secret',
  'token',
  'accesstoken',
  'refreshtoken',
  'idtoken',
  'clientsecret',
  'apikey',
  'privatekey',
]
const usualHeaders = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie']

const jsonText = String.raw`"(?:[^"\\\n]|\\.)*"?`
const jsonNumber = String.raw`-?\d[\d.eE+-]*`
const member = new RegExp(String.raw`("((?:[^"\\]|\\.)*)"\s*:\s*)(${jsonText}|${jsonNumber})`, 'g')
const bearer = /(authorization:\s*\w+\s+)[^'"\s]+/gi

/** Collects the names of secrets: common ones, those of the options, and the document's passwords and API key headers. */
export function createSecrets(document: ApiDocument, { secrets = [], session }: TryItOptions): Secrets {
  const names = new Set([...usualNames, ...secrets.map(toKey), ...listPasswords(document.raw).map(toKey)])
  const keys = [...document.securitySchemes.values()].flatMap((scheme) =>
    scheme.in === 'header' ? [scheme.parameterName ?? ''] : [],
  )
  const headers = new Set(
    [...usualHeaders, ...keys, session?.tokenHeader ?? ''].map((name) => name.toLowerCase()),
  )
  const isSecret = (name: string): boolean => names.has(toKey(name))
  return {
    isSecret,
    maskText: (text) =>
      text
        .replace(member, (whole, start: string, name: string, value: string) =>
          !isSecret(name) || value === '""' || value.startsWith(`"${mask}`) ? whole : `${start}"${mask}"`,
        )
        .replace(bearer, `$1${mask}`),
    maskHeader: (name, value) => (headers.has(name.toLowerCase()) ? mask : value),
  }
}

/** Normalizes a name, so that `access_token`, `accessToken` and `Access-Token` are equal. */
const toKey = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]/g, '')

/** Returns the names of all properties with `format: password` in the document. */
function listPasswords(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(listPasswords)
  if (!isObject(node)) return []
  const own = Object.entries(toObject(node['properties']))
    .filter(([, property]) => toObject(property)['format'] === 'password')
    .map(([name]) => name)
  return [...own, ...Object.values(node).flatMap(listPasswords)]
}
