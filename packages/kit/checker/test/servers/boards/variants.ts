import { variant } from '../kernel/deviation.ts'
import { callers } from './callers.ts'
import { addBoard, addCard, addEntries, dataOf, home, seeded, smallest, write } from './samples.ts'

/** Freedoms that a correct server may take. */
export const boardsVariants = [
  variant(
    'heads-are-refused',
    'Offers no HEAD where GET is; `Allow` says so.',
    async (send) => void (await send('HEAD', '/me')),
  ),
  variant(
    'options-tell-no-methods',
    'Answers OPTIONS with 200 and nothing else.',
    async (send) => void (await send('OPTIONS', '/me')),
  ),
  variant('answers-are-gzipped', 'Packs answers with gzip.', async (send) => void (await send('GET', '/me'))),
  variant('answers-come-in-chunks', 'Tells no length beforehand.', async (send) => {
    await send('GET', '/me')
  }),
  variant(
    'properties-are-told-backwards',
    'Tells the properties of every object in another order.',
    async (send) => void (await send('GET', '/me')),
  ),
  variant(
    'signs-are-told-as-escapes',
    'Writes JSON in ASCII alone.',
    async (send) => void (await addCard(send, { title: 'Å \u{1F41F}' })),
  ),
  variant('numbers-have-a-fraction', 'Writes 3.0 for 3.', async (send) => void (await addCard(send))),
  variant('times-have-an-offset', 'Writes +00:00 for Z.', (send) => addEntries(send, 30)),
  variant(
    'errors-say-more',
    'Tells more of an error than the document names; the schema is open.',
    async (send) => void (await send('GET', `${home}/cards/9999`)),
  ),
  variant(
    'wrong-bodies-answer-400',
    'Answers 400 where it might answer 422; both are documented.',
    async (send) => void (await write(send, 'POST', `${home}/cards`, {})),
  ),
  variant(
    'locations-are-absolute',
    'Tells places as absolute URLs.',
    async (send) => void (await addBoard(send)),
  ),
  variant('links-are-absolute', 'Tells links between pages as absolute URLs.', async (send) => {
    await send('GET', `${home}/cards?page[size]=1`)
  }),
  variant('links-leave-nulls-out', 'Leaves out links that lead nowhere.', async (send) => {
    await send('GET', `${home}/cards`)
  }),
  variant('boards-leave-nulls-out', 'Leaves out a purpose that is null.', async (send) => {
    await send('GET', `${home}/boards`)
  }),
  variant(
    'cards-without-board-tell-no-board',
    'Leaves out the relationships of a card on no board.',
    async (send) => {
      await addCard(send)
    },
  ),
  variant('newest-boards-come-first', 'Lists boards from the newest on.', async (send) => {
    await addBoard(send)
    await send('GET', `${home}/boards`)
  }),
  variant('replays-are-marked', 'Says in a header that a response is repeated.', async (send) => {
    await write(send, 'POST', `${home}/boards`, dataOf('boards', smallest.board))
    await write(send, 'POST', `${home}/boards`, dataOf('boards', smallest.board))
  }),
  variant(
    'things-of-others-are-forbidden',
    'Answers 403 in place of 404 for what is of another caller.',
    async (send) => void (await send('GET', `${home}/cards/${seeded.cardOfAnother}`)),
  ),
  variant(
    'deleting-no-label-succeeds',
    'Answers 204 whenever the label is not there afterwards.',
    async (send) => void (await send('DELETE', `${home}/labels/nothing`)),
  ),
  variant(
    'strange-parameters-are-refused',
    'Refuses parameters of the query that it does not know.',
    async (send) => void (await send('GET', `${home}/cards?colour=red`)),
  ),
  variant(
    'a-wrong-credential-spoils-the-other',
    'Rejects a request with a wrong credential, although the other one is right.',
    async (send) => {
      const headers = { authorization: `Bearer ${callers.ida.token}`, 'x-api-key': 'unknown' }
      await send('GET', '/me', { anonymous: true, headers })
    },
  ),
] as const
