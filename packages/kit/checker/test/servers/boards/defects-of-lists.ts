import { fault } from '../kernel/deviation.ts'
import type { ProbeClient } from '../kernel/probe-client.ts'
import { addBoard, addCard, addEntries, home } from './samples.ts'

const minutes = [120, 20, 110, 50, 60, 70] as const

const listEntries = async (send: ProbeClient, query: string): Promise<void> => {
  await addEntries(send, ...minutes)
  await send('GET', `${home}/entries?${query}`)
}

const listCards = async (send: ProbeClient, query: string): Promise<void> => {
  await addCard(send, { archived: true, priority: 5 }, 'key-number-1')
  await addCard(send, { held_until: '2027-06-01', priority: 1 }, 'key-number-2')
  await send('GET', `${home}/cards?${query}`)
}

/** Pages, links, totals, filters and orders. */
export const defectsOfLists = [
  fault('total-counts-a-page', 'D64', 'list_cards', ['total-mismatch'], {
    probe: (send) => listCards(send, 'page[size]=1'),
  }),
  fault('total-counts-deleted-cards', 'D64', 'list_cards', ['total-mismatch'], {
    probe: async (send) => {
      await send('DELETE', await addCard(send))
      await send('GET', `${home}/cards`)
    },
  }),
  fault('next-page-is-the-same', 'D64', 'list_boards', ['pagination-loses-or-repeats'], {
    probe: async (send) => {
      await addBoard(send)
      await send('GET', `${home}/boards?page[size]=1`)
    },
  }),
  fault(
    'next-page-loses-an-entry',
    'D64',
    'list_entries',
    ['pagination-loses-or-repeats', 'total-mismatch'],
    {
      probe: (send) => listEntries(send, 'page[number]=2'),
    },
  ),
  fault(
    'next-page-lacks-the-filter',
    'D64',
    'list_cards',
    ['pagination-loses-or-repeats', 'filter-not-applied'],
    {
      probe: (send) => listCards(send, 'filter[state]=draft&page[size]=1'),
    },
  ),
  fault(
    'next-page-lacks-the-order',
    'D64',
    'list_entries',
    ['pagination-loses-or-repeats', 'filter-not-applied'],
    {
      probe: (send) => listEntries(send, 'sort=-minutes'),
    },
  ),
  // Lists all where `false` is asked for.
  fault('unarchived-cards-cannot-be-asked-for', 'D64', 'list_cards', ['filter-not-applied'], {
    probe: (send) => listCards(send, 'filter[archived]=false'),
  }),
  fault('unbillable-entries-cannot-be-asked-for', 'D64', 'list_entries', ['filter-not-applied'], {
    probe: (send) => listEntries(send, 'filter[billable]=false'),
  }),
  fault('state-filter-is-overlooked', 'D64', 'list_cards', ['filter-not-applied'], {
    probe: (send) => listCards(send, 'filter[state]=held'),
  }),
  fault('priorities-only-rise', 'D64', 'list_cards', ['filter-not-applied'], {
    probe: (send) => listCards(send, 'sort=-priority'),
  }),
  fault('entries-are-never-sorted', 'D64', 'list_entries', ['filter-not-applied'], {
    probe: (send) => listEntries(send, 'sort=minutes'),
  }),
] as const
