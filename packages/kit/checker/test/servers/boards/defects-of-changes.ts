import { fault, patchNotMerged } from '../kernel/deviation.ts'
import type { ProbeClient } from '../kernel/probe-client.ts'
import { addBoard, addCard, changeCard, dataOf, home, seeded, write } from './samples.ts'

const renameBoard = async (send: ProbeClient, revision: string, more: object = {}): Promise<string> => {
  const target = `${home}/boards/${seeded.board}`
  const { json } = await write(send, 'PATCH', target, dataOf('boards', { revision, name: 'Fair', ...more }))
  return json.data?.attributes?.revision as string
}

const revisionOf = async (send: ProbeClient): Promise<string> =>
  (await send('GET', `${home}/boards/${seeded.board}`)).json.data?.attributes?.revision as string

const changeEntry = async (send: ProbeClient, updated_at: string): Promise<void> => {
  const json = dataOf('entries', { updated_at, minutes: 5 })
  await write(send, 'PATCH', `${home}/entries/${seeded.entry}`, json)
}

const timeOf = async (send: ProbeClient): Promise<string> =>
  (await send('GET', `${home}/entries/${seeded.entry}`)).json.data?.attributes?.updated_at as string

const label = `${home}/labels/urgent`

/** Changes, versions in bodies, replacing and deleting. */
export const defectsOfChanges = [
  // Takes a change that was meant for an earlier state.
  fault('older-versions-pass', 'D56', 'update_card', ['lost-update'], {
    probe: async (send) => {
      await changeCard(send, `${home}/cards/${seeded.draft}`, 1, { priority: 1 })
      await changeCard(send, `${home}/cards/${seeded.draft}`, 1, { priority: 2 })
    },
  }),
  fault('versions-stand-still', 'D56', 'update_card', ['lost-update'], {
    probe: async (send) => changeCard(send, `${home}/cards/${seeded.draft}`, 1, { priority: 1 }),
  }),
  fault('stale-revisions-pass', 'D56', 'update_board', ['lost-update'], {
    probe: async (send) => void (await renameBoard(send, '000000000000')),
  }),
  fault('revisions-stand-still', 'D56', 'update_board', ['lost-update'], {
    probe: async (send) => void (await renameBoard(send, await revisionOf(send))),
  }),
  fault('stale-times-pass', 'D56', 'update_entry', ['lost-update'], {
    probe: (send) => changeEntry(send, '2020-01-01T00:00:00Z'),
  }),
  fault('times-of-change-stand-still', 'D56', 'update_entry', ['lost-update'], {
    probe: async (send) => changeEntry(send, await timeOf(send)),
  }),
  fault('false-is-overlooked', 'D53', 'update_board', patchNotMerged, {
    probe: async (send) => void (await renameBoard(send, await revisionOf(send), { active: false })),
  }),
  // Merges a map that a change replaces.
  fault('custom-fields-are-merged', 'D53', 'update_card', patchNotMerged, {
    probe: async (send) => {
      const card = await addCard(send, { custom_fields: { size: 'L' } })
      await changeCard(send, card, 1, { custom_fields: { shape: 'round' } })
    },
  }),
  // Resets what a change does not name.
  fault('changed-entries-are-billable', 'D53', 'update_entry', patchNotMerged, {
    probe: async (send) => {
      const target = `${home}/entries/${seeded.entry}`
      const first = dataOf('entries', { updated_at: await timeOf(send), billable: false })
      await write(send, 'PATCH', target, first)
      await changeEntry(send, await timeOf(send))
    },
  }),
  fault('changes-forget-the-locale', 'D53', 'update_profile', patchNotMerged, {
    probe: async (send) => {
      const target = `/accounts/${seeded.account}/profile`
      await write(send, 'PATCH', target, dataOf('profiles', { locale: 'sv' }))
      await write(send, 'PATCH', target, dataOf('profiles', { newsletter: false }))
    },
  }),
  fault('empty-changes-crash', 'D70', 'update_profile', ['not-a-server-error'], {
    probe: async (send) =>
      void (await write(send, 'PATCH', `/accounts/${seeded.account}/profile`, dataOf('profiles', {}))),
  }),
  fault('labels-are-never-new', 'D54', 'put_label', ['created-without-201'], {
    probe: async (send) => void (await write(send, 'PUT', label, dataOf('labels', { color: '#112233' }))),
  }),
  fault('labels-are-always-new', 'D54', 'put_label', ['repeated-put-created'], {
    probe: async (send) => {
      await write(send, 'PUT', label, dataOf('labels', { color: '#112233' }))
      await write(send, 'PUT', label, dataOf('labels', { color: '#112233' }))
    },
  }),
  fault('hints-stay', 'D54', 'put_label', ['put-replaces'], {
    probe: async (send) => {
      await write(send, 'PUT', label, dataOf('labels', { color: '#112233', hint: 'Soon' }))
      await write(send, 'PUT', label, dataOf('labels', { color: '#112233' }))
    },
  }),
  fault('limits-pile-up', 'D54', 'put_limits', ['put-replaces', 'read-your-write'], {
    probe: async (send) => {
      await write(send, 'PUT', '/regions/east/limits', dataOf('limits', { values: { speed: '30' } }))
      await write(send, 'PUT', '/regions/east/limits', dataOf('limits', { values: { height: '2 m' } }))
    },
  }),
  // Deletes only what the client did not send as inactive.
  fault('inactive-boards-stay', 'D63', 'delete_board', ['use-after-delete', 'list-keeps-deleted'], {
    probe: async (send) => {
      const board = await addBoard(send, { active: false })
      await send('DELETE', board)
      await send('GET', board)
    },
  }),
  fault(
    'archived-cards-cannot-be-deleted',
    'D63',
    'delete_card',
    ['use-after-delete', 'list-keeps-deleted'],
    {
      probe: async (send) => {
        const card = await addCard(send, { archived: true })
        await send('DELETE', card)
        await send('GET', card)
      },
    },
  ),
  fault('deleted-entries-stay', 'D63', 'delete_entry', ['use-after-delete', 'list-keeps-deleted'], {
    probe: async (send) => {
      await send('DELETE', `${home}/entries/${seeded.entry}`)
      await send('GET', `${home}/entries/${seeded.entry}`)
    },
  }),
  fault('deleting-nothing-succeeds', 'D63', 'delete_card', ['use-after-delete', 'negative-data-rejection'], {
    probe: async (send) => void (await send('DELETE', `${home}/cards/9999`)),
  }),
  fault('board-ids-come-again', 'D62', 'create_board', ['id-reused'], {
    probe: async (send) => {
      await send('DELETE', await addBoard(send))
      await write(send, 'POST', `${home}/boards`, dataOf('boards', { name: 'Cellar' }), {
        key: 'key-number-2',
      })
    },
  }),
] as const
