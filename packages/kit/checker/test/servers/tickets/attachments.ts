import { withHeaders } from '../kernel/reply.ts'
import { dataReply, Fault, type Desk, type Handler } from './desk.ts'
import { findTicket } from './find-ticket.ts'
import { assertRule, readNumber, readParts } from './read-call.ts'
import { oneOf, text } from './rules.ts'
import type { Attachment } from './store.ts'

const tell = ({ content, ...told }: Attachment): object => ({ ...told, bytes: content.length })

export const listAttachments: Handler = (call, desk) => {
  const { id } = findTicket(call, desk)
  const own = [...desk.store.attachments.values()].filter(({ ticket_id }) => ticket_id === id)
  return dataReply(200, own.map(tell))
}

const readAttachment = async (
  parts: FormData,
  { on }: Desk,
): Promise<Pick<Attachment, 'content' | 'caption' | 'is_public'>> => {
  const file = parts.get('file') ?? (on('accepts-upload-without-file') ? '' : null)
  if (file === null) throw new Fault(400, 'The form is wrong.', { file: 'is needed' })
  const caption = parts.get('caption')
  const isPublic = parts.get('is_public')
  if (caption !== null)
    assertRule(text({ min: 1, max: on('accepts-long-caption') ? Infinity : 60 }), caption, 'caption')
  if (isPublic !== null) assertRule(oneOf('true', 'false'), isPublic, 'flag')
  return {
    content:
      typeof file === 'string' ? new TextEncoder().encode(file) : new Uint8Array(await file.arrayBuffer()),
    ...(typeof caption === 'string' ? { caption } : {}),
    is_public: isPublic === 'true',
  }
}

export const uploadAttachment: Handler = async (call, desk) => {
  const { id: ticket_id } = findTicket(call, desk)
  const sent = await readAttachment(await readParts(call), desk)
  const attachment: Attachment = { id: desk.store.nextNumber('attachment'), ticket_id, ...sent }
  desk.store.attachments.set(attachment.id, attachment)
  return dataReply(201, tell(attachment))
}

export const downloadAttachment: Handler = (call, desk) => {
  const { id } = findTicket(call, desk)
  const attachment = desk.store.attachments.get(readNumber(call, 'attachment_id'))
  if (attachment?.ticket_id !== id) throw new Fault(404, 'There is no such attachment.')
  const headers = {
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment; filename="file"',
  }
  return withHeaders({ status: 200, headers: {}, body: attachment.content }, headers)
}
