import { fault, invalidAccepted } from '../kernel/deviation.ts'
import type { ProbeClient } from '../kernel/probe-client.ts'
import { addCard, changeCard, dataOf, home, leadLast, seeded, smallest, write } from './samples.ts'

const schemas = '/components/schemas'
const fields = `${schemas}/CardFields/properties`

const post = async (send: ProbeClient, kind: 'cards' | 'entries', more: object): Promise<void> => {
  const attributes = { ...(kind === 'cards' ? smallest.card : smallest.entry), ...more }
  await write(send, 'POST', `${home}/${kind}`, dataOf(kind, attributes))
}

const entries = (count: number): readonly object[] =>
  Array.from({ length: count }, () => ({ type: 'entries', attributes: smallest.entry }))

/** Bodies that are judged wrongly. */
export const defectsOfJudging = [
  fault('cards-need-no-lead', 'D50', 'create_card', invalidAccepted, {
    edit: { at: `${fields}/assignees/contains` },
    probe: (send) => post(send, 'cards', { assignees: [{ name: 'Per', role: 'helper' }] }),
  }),
  // Looks for the lead in the first place alone.
  fault('leads-must-come-first', 'D50', 'create_card', ['positive-data-acceptance'], {
    probe: (send) => post(send, 'cards', { assignees: leadLast }),
  }),
  fault('positions-may-go-on', 'D50', 'create_card', invalidAccepted, {
    edit: { at: `${fields}/position/items` },
    probe: (send) => post(send, 'cards', { position: ['todo', 1, 2] }),
  }),
  fault('second-place-of-positions-is-free', 'D50', 'update_card', invalidAccepted, {
    edit: { at: `${fields}/position/prefixItems/1`, to: {} },
    probe: (send) => changeCard(send, `${home}/cards/${seeded.draft}`, 1, { position: ['todo', 'x'] }),
  }),
  fault('estimates-need-no-unit', 'D50', 'create_card', invalidAccepted, {
    edit: { at: `${schemas}/CardFields/dependentRequired` },
    probe: (send) => post(send, 'cards', { estimate: 3 }),
  }),
  fault('unknown-attributes-are-accepted', 'D50', 'create_card', invalidAccepted, {
    edit: { at: `${schemas}/CardAttributes/unevaluatedProperties`, to: true },
    probe: (send) => post(send, 'cards', { colour: 'red' }),
  }),
  fault('travels-need-no-distance', 'D50', 'create_entry', invalidAccepted, {
    edit: { at: `${schemas}/EntryFields/then` },
    probe: (send) => post(send, 'entries', { kind: 'travel' }),
  }),
  fault('all-entries-need-a-distance', 'D50', 'import_entries', ['positive-data-acceptance'], {
    edit: { at: `${schemas}/EntryFields/if`, to: true },
    probe: async (send) => void (await write(send, 'POST', `${home}/entries/bulk`, entries(1))),
  }),
  fault('boards-are-of-any-type', 'D50', 'create_board', invalidAccepted, {
    edit: { at: `${schemas}/BoardCreate/properties/data/properties/type`, to: { type: 'string' } },
    probe: async (send) =>
      void (await write(send, 'POST', `${home}/boards`, dataOf('cards', smallest.board))),
  }),
  fault('one-entry-too-many-is-imported', 'D50', 'import_entries', invalidAccepted, {
    edit: {
      at: '/paths/~1workspaces~1{workspace_id}~1entries~1bulk/post/requestBody/content/application~1vnd.api+json/schema/maxItems',
      to: 5,
    },
    probe: async (send) => void (await write(send, 'POST', `${home}/entries/bulk`, entries(5))),
  }),
  fault('limits-may-be-numbers', 'D69', 'put_limits', [...invalidAccepted, 'string-coerced'], {
    edit: {
      at: `${schemas}/LimitsAttributes/properties/values/additionalProperties/type`,
      to: ['string', 'number'],
    },
    probe: async (send) =>
      void (await write(send, 'PUT', '/regions/north/limits', dataOf('limits', { values: { speed: 30 } }))),
  }),
  fault('custom-fields-may-be-flags', 'D69', 'create_card', [...invalidAccepted, 'string-coerced'], {
    edit: { at: `${fields}/custom_fields/additionalProperties/type`, to: ['string', 'boolean'] },
    probe: (send) => post(send, 'cards', { custom_fields: { fragile: true } }),
  }),
  fault('names-of-custom-fields-are-free', 'D50', 'create_card', invalidAccepted, {
    edit: { at: `${fields}/custom_fields/propertyNames` },
    probe: (send) => post(send, 'cards', { custom_fields: { 'Ä Ö': 'x' } }),
  }),
  fault('rates-may-lack-cents', 'D60', 'create_entry', invalidAccepted, {
    edit: { at: `${schemas}/Amount/pattern`, to: '^\\d+(\\.\\d{2})?$' },
    probe: (send) => post(send, 'entries', { rate: '12' }),
  }),
  fault('free-entries-are-refused', 'D60', 'create_entry', ['positive-data-acceptance'], {
    probe: (send) => post(send, 'entries', { rate: '0.00' }),
  }),
  fault('covers-of-any-letters', 'D50', 'create_card', invalidAccepted, {
    edit: { at: `${fields}/cover/pattern` },
    probe: (send) => post(send, 'cards', { cover: 'not base64!' }),
  }),
  fault('covers-crash-where-they-are-empty', 'D70', 'create_card', ['not-a-server-error'], {
    probe: async (send) => void (await addCard(send, { cover: '' })),
  }),
] as const
