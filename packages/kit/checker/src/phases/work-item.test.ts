import { describe, expect, it } from 'vitest'
import { createLabelApi, labelDocument, type LabelRules } from '../../test/label-api.ts'
import type { ScenarioDraft } from '../core/case.ts'
import type { CaseTarget } from '../core/exchange.ts'
import type { RequestValues } from '@contract-kit/openapi/wire'
import { isObject, type Json } from '@contract-kit/json-schema/json'
import { ContractRun } from '../runner/contract-run.ts'
import { DraftSender } from './work-item.ts'

/** A sender for one operation of the labels, and what reached the server since. */
const open = async (operationId: string, rules: LabelRules = {}) => {
  const api = createLabelApi(rules)
  const { prepared } = await ContractRun.prepare({ document: labelDocument, fetch: api.fetch })
  const operation = prepared.document.operations.find(({ id }) => id === operationId)
  if (operation === undefined) throw new Error(`no operation ${operationId}`)
  const context = { ...prepared, skip: () => undefined, workers: 1, note: () => undefined }
  const working = await prepared.working.find('coverage', operation)
  if (working === undefined) throw new Error('no request')
  api.seen.length = 0
  return {
    ...api,
    documentUri: operation.documentUri,
    sender: new DraftSender(context, 'coverage', operation, working.values),
  }
}

const target = (location: CaseTarget['location'], name: string): CaseTarget => ({
  location,
  name,
  keyword: 'type',
  pointer: '',
  documentUri: '',
})

/** Sets one property of the working body. */
const settingNote = (note: string): ScenarioDraft => ({
  scenario: 'note',
  mode: 'positive',
  target: target('header', 'x-none'),
  apply: (values) => withBody(values, { note }),
})

const withBody = (values: RequestValues, changes: Readonly<Record<string, Json>>): RequestValues => {
  const { body } = values
  if (body === undefined || !isObject(body.value)) return values
  return { ...values, body: { ...body, value: { ...body.value, ...changes } } }
}

const withCursor: ScenarioDraft = {
  scenario: 'cursor',
  mode: 'positive',
  target: target('query', 'cursor'),
  apply: (values) => ({ ...values, query: { cursor: 'made-up' } }),
}

const broken = (documentUri: string, value: Json): ScenarioDraft => ({
  scenario: 'broken',
  mode: 'negative',
  target: {
    ...target('body', ''),
    documentUri,
    keyword: 'maxLength',
    pointer: '/components/schemas/StickerInput/properties/text/maxLength',
  },
  apply: (values) => withBody(values, { labelId: 'made-up', text: value }),
})

describe('DraftSender', () => {
  it('sends each wire form once', async () => {
    const { sender, seen } = await open('replaceLabel')
    expect(await sender.send(settingNote('one'))).toBeDefined()
    expect(await sender.send(settingNote('one'))).toBeUndefined()
    expect(seen.map(({ status }) => status)).toStrictEqual([200])
  })

  it('invents no cursor as valid input', async () => {
    const { sender, seen } = await open('listLabels')
    expect(await sender.send(withCursor)).toBeUndefined()
    expect(seen).toStrictEqual([])
    expect(await sender.send({ ...withCursor, mode: 'negative' })).toBeDefined()
  })

  it('takes another name once one is taken, and from then on each time', async () => {
    const { sender, seen } = await open('createLabel')
    for (const note of ['one', 'two', 'three', 'four']) await sender.send(settingNote(note))
    expect(seen.map(({ status }) => status)).toStrictEqual([409, 201, 201, 201, 201])
    const names = seen.slice(1).map(({ body }) => (body as { name: string }).name)
    expect(new Set(names).size).toBe(4)
    expect(seen.map(({ body }) => (body as { note: string }).note)).toStrictEqual([
      'one',
      'one',
      'two',
      'three',
      'four',
    ])
  })

  it('makes another where the id is gone', async () => {
    const { sender, seen, lose } = await open('replaceLabel')
    lose('n1')
    await sender.send(settingNote('one'))
    expect(seen.map(({ method, path, status }) => `${method} ${path} ${status}`)).toStrictEqual([
      'PUT /labels/n1 404',
      'POST /labels 201',
      'PUT /labels/n2 200',
    ])
  })

  it('refers to what exists in a body that is broken elsewhere', async () => {
    const { sender, seen, documentUri } = await open('createSticker')
    await sender.send(broken(documentUri, 'much too long a text'))
    await sender.send(broken(documentUri, 'short'))
    expect(seen.map(({ body }) => (body as { labelId: string }).labelId)).toEqual(['n1', 'made-up'])
  })

  it('renews no more where it never helps', async () => {
    const { sender, seen } = await open('replaceLabel', { forgetsAll: true })
    for (let count = 0; count < 30; count += 1) await sender.send(settingNote(`note ${count}`))
    const puts = seen.filter(({ method }) => method === 'PUT')
    expect(puts.length).toBe(40)
    expect(new Set(puts.map(({ body }) => JSON.stringify(body))).size).toBeGreaterThanOrEqual(30)
  })
})
