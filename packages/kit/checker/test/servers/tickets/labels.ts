import { emptyReply } from '../kernel/reply.ts'
import { dataReply, Fault, type Call, type Desk, type Handler } from './desk.ts'
import { isLabelName } from './forms.ts'
import { assertRule, readJson } from './read-call.ts'
import { nullOr, record, text } from './rules.ts'
import type { Label } from './store.ts'

const readName = ({ params }: Call, { on }: Desk): string => {
  if (!on('accepts-any-label-name')) assertRule(text({ form: isLabelName }), params.name, 'name')
  return params.name ?? ''
}

const findLabel = (call: Call, desk: Desk): Label => {
  const label = desk.store.labels.get(readName(call, { ...desk, on: () => false }))
  if (label === undefined) throw new Fault(404, 'There is no such label.')
  return label
}

const isColor = (sent: string): boolean => /^#[0-9a-f]{6}$/.test(sent)

export const listLabels: Handler = (_call, { store }) => dataReply(200, [...store.labels.values()])

export const getLabel: Handler = (call, desk) => dataReply(200, findLabel(call, desk))

export const putLabel: Handler = (call, desk) => {
  const { store, on } = desk
  const name = readName(call, desk)
  const body = readJson(call)
  const rule = record(
    {
      color: text(on('accepts-any-color') ? {} : { form: isColor }),
      description: (on('rejects-null-description') ? (plain: typeof describing) => plain : nullOr)(
        describing,
      ),
    },
    { required: ['color'], closed: true },
  )
  assertRule(rule, body, 'label')
  const before = store.labels.get(name)
  const label: Label = {
    name,
    ...(on('put-label-keeps-description') ? before : {}),
    ...(body as Omit<Label, 'name'>),
  }
  if (!(on('new-label-not-kept') && before === undefined)) store.labels.set(name, label)
  return dataReply(before === undefined || on('every-put-is-a-creation') ? 201 : 200, label)
}

const describing = text({ max: 80 })

export const deleteLabel: Handler = (call, desk) => {
  const { store, on } = desk
  if (on('deleting-a-label-twice-succeeds')) {
    store.labels.delete(readName(call, desk))
    return emptyReply()
  }
  const { name } = findLabel(call, desk)
  store.labels.delete(name)
  return emptyReply()
}
