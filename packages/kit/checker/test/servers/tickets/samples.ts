/** A smallest ticket. */
export const ticket = {
  subject: 'No door',
  channel: { type: 'email', address: 'kim@office.example' },
} as const

/** A ticket that came by phone. */
export const phoneTicket = {
  ...ticket,
  channel: {
    type: 'phone',
    number: '+4612345678',
    callback: { at: '2024-12-01T09:00:00Z', window_minutes: 15 },
  },
} as const

/** A ticket that came by chat. */
export const chatTicket = {
  ...ticket,
  channel: { type: 'chat', transcript: [{ from: 'customer', text: 'Hello' }] },
} as const

/** A smallest comment. */
export const comment = { text: 'Is it plugged in?' } as const

/** A smallest label. */
export const label = { color: '#102030' } as const

/** A form with one file and more fields if wanted, and the header that it needs. */
export const upload = (
  fields: Readonly<Record<string, string>>,
): { readonly body: string; readonly headers: Readonly<Record<string, string>> } => ({
  body: `${Object.entries(fields)
    .map(([name, value]) => `--cut\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')}--cut--\r\n`,
  headers: { 'content-type': 'multipart/form-data; boundary=cut' },
})

/** A form as it is sent by a browser, and the header that it needs. */
export const form = (
  text: string,
): { readonly body: string; readonly headers: Readonly<Record<string, string>> } => ({
  body: text,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})
