/** Reads the answers of one connection, which come one after another and never two at a time. */
export interface AnswerReader {
  /**
   * Takes what has arrived, and answers the status of the answer once it is whole. Throws where an answer does not say
   * its length: this reader knows `Content-Length` alone.
   */
  push(chunk: Buffer): number | undefined
  /** The last whole answer, head and body, to be shown where it was not the expected one. */
  readonly text: string
}

const headEnd = '\r\n\r\n'

/**
 * A reader for one connection. It decodes no body and looks at a head once, since each microsecond that it takes is one
 * that the measured server does not get on a machine with few cores.
 */
export function createAnswerReader(): AnswerReader {
  let pending: Buffer = Buffer.alloc(0)
  let last: Buffer = pending
  /** Of the whole answer, head included; 0 while the head is not whole. */
  let length = 0
  return {
    push(chunk) {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
      if (length === 0) length = findLength(pending)
      if (length === 0 || pending.length < length) return undefined
      if (pending.length > length) throw new Error('More was answered than one answer')
      last = pending
      pending = Buffer.alloc(0)
      length = 0
      // "HTTP/1.1 200": the status is where it always is.
      return Number(last.toString('latin1', 9, 12))
    },
    get text() {
      return last.toString()
    },
  }
}

function findLength(bytes: Buffer): number {
  const end = bytes.indexOf(headEnd)
  if (end < 0) return 0
  const head = bytes.toString('latin1', 0, end)
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? []
  if (length === undefined) throw new Error(`An answer does not say its length: ${head}`)
  return end + headEnd.length + Number(length)
}
