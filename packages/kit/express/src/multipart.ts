import { finished } from 'node:stream/promises'
import type { MultipartPart } from '@contract-kit/openapi/wire'
import busboy from 'busboy'
import type { Request } from 'express'
import { aborted, type Limits, tooComplex, tooLarge } from './body-limits.ts'
import { RequestError } from './errors.ts'

/** A file of a multipart body. In `body`, a field that is declared as a file is an empty string, or one for each of several. */
export interface UploadedFile {
  readonly field: string
  /** The file name that the client sent. Do not trust it as a path. */
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/** The content of a multipart body. */
interface Multipart {
  readonly parts: readonly MultipartPart[]
  readonly files: readonly UploadedFile[]
}

/** Reads a `multipart/form-data` body (RFC 7578). Names are UTF-8, as browsers and `fetch` send them. */
export async function readMultipart(request: Request, { bytes, values }: Limits): Promise<Multipart> {
  const parts: MultipartPart[] = []
  const files: UploadedFile[] = []
  let fault: RequestError | undefined
  try {
    const limits = { fieldSize: bytes, fileSize: bytes, fieldNameSize: bytes, parts: values }
    const form = busboy({ headers: request.headers, defParamCharset: 'utf8', limits })
    form.on('field', (name, text, { mimeType, valueTruncated, nameTruncated }) => {
      if (valueTruncated || nameTruncated) fault = tooLarge()
      // The default type of a part is plain text.
      parts.push({ name, text, contentType: mimeType === 'text/plain' ? undefined : mimeType })
    })
    form.on('file', (field, stream, { filename, mimeType }) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('limit', () => (fault = tooLarge()))
      stream.on('close', () => {
        const content = Buffer.concat(chunks)
        parts.push({ name: field, text: '', contentType: mimeType, bytes: content })
        files.push({ field, name: filename, mediaType: mimeType, bytes: content })
      })
    })
    form.on('partsLimit', () => (fault = tooComplex()))
    // A pipeline would close the connection if the form is malformed, so the client would get no response.
    await Promise.all([finished(request.pipe(form)), finished(request)])
  } catch (error) {
    if (request.destroyed && !request.complete) throw aborted()
    const reason = error instanceof Error ? error.message : String(error)
    throw new RequestError('malformed_body', `Request body is not a valid form: ${reason}`)
  }
  if (fault !== undefined) throw fault
  return { parts, files }
}
