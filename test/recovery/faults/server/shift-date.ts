import process from 'node:process'

// Loaded before the server. Shifts the process's own clock by the time in the environment or in a message, as an operator or a
// time service does on a machine.
const RealDate = Date
const realNow = RealDate.now.bind(RealDate)
let shiftMs = Number(process.env['DATE_SHIFT_MS'] ?? 0)
const now = (): number => realNow() + shiftMs

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
})

process.on('message', (message: { readonly shiftMs: number }) => {
  shiftMs = message.shiftMs
  process.send?.({ kind: 'shifted' })
})
