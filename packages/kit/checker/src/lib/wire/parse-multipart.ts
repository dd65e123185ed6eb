/** One part of a `multipart/form-data` body. */
export interface MultipartPart {
  readonly name: string
  readonly contentType: string | undefined
  readonly text: string
}

/** The parts of a body by the boundary of its Content-Type (RFC 7578); undefined where the boundary is not to be found. */
export const parseMultipart = (contentType: string, body: string): readonly MultipartPart[] | undefined => {
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType)
  const divider = `\r\n--${boundary?.[1] ?? boundary?.[2] ?? ''}`
  const [preamble, ...pieces] = `\r\n${body}`.split(divider)
  if (boundary === null || preamble === undefined || !pieces.at(-1)?.startsWith('--')) return undefined
  return pieces.slice(0, -1).map(parsePart)
}

const parsePart = (piece: string): MultipartPart => {
  const at = piece.indexOf('\r\n\r\n')
  const head = piece.slice(0, at)
  const name = /content-disposition:[^\r\n]*[;\s]name="([^"]*)"/i.exec(head)?.[1] ?? ''
  return {
    name: name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n'),
    contentType: /\r\ncontent-type:\s*([^\r\n]+)/i.exec(`\r\n${head}`)?.[1]?.trim(),
    text: piece.slice(at + 4),
  }
}
