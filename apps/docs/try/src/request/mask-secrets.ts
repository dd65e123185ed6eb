/** What stands in place of a value that is not shown. */
export const mask = '****'

// Of an answer: the session token, a card's number and PIN, what its barcode holds. Of a request: the password.
const secretMembers = ['access_token', 'number', 'pin', 'contents', 'password']

const jsonText = String.raw`"(?:[^"\\\n]|\\.)*"?`
const jsonNumber = String.raw`-?\d[\d.eE+-]*`
const secretMember = new RegExp(`("(?:${secretMembers.join('|')})"\\s*:\\s*)(${jsonText}|${jsonNumber})`, 'g')
const bearer = /(authorization:\s*bearer\s+)[^'"\s]+/gi

/** JSON text, or a command that holds some, without its secrets; text that is no valid JSON is masked as well. */
export function maskSecrets(text: string): string {
  return text
    .replace(secretMember, (whole, name: string, value: string) =>
      value === '""' || value.startsWith(`"${mask}`) ? whole : `${name}"${mask}"`,
    )
    .replace(bearer, `$1${mask}`)
}

/** The value of a response header, masked where it is a token. */
export function maskHeader(name: string, value: string): string {
  return name.toLowerCase() === 'authorization' ? mask : value
}
