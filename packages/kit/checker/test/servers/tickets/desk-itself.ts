import { withHeaders } from '../kernel/reply.ts'
import { dataReply, type Handler } from './desk.ts'

export const getStatus: Handler = () => dataReply(200, { state: 'open', version: '2.3' })

export const getMe: Handler = () =>
  withHeaders(dataReply(200, { id: 7, name: 'Kim' }), { 'x-rate-limit-remaining': '99' })
