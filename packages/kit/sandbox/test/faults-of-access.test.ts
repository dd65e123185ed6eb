import { create, describeFaults, type Send, shop, type Story } from './serve-shops.ts'

const read =
  (authorization: string, query = ''): Story =>
  async (send) =>
    (await send('GET', `/shops/unknown${query}`, undefined, { authorization })).status

/** The names of a list of five shops in three towns, page by page as the paths ask. */
const pages =
  (...paths: readonly string[]): Story =>
  async (send) => {
    for (const name of ['C', 'A', 'B', 'E', 'D'])
      await create(send, {
        name,
        town: name === 'A' ? 'Graz' : 'Linz',
        tags: name < 'C' ? ['x', 'y'] : ['x'],
      })
    const seen: string[] = []
    for (const path of paths) seen.push((await send('GET', path)).body.items.map(({ name }) => name).join(''))
    return seen
  }

const goods = async (send: Send): Promise<number> => (await send('GET', '/shops/unknown/goods')).status

describeFaults([
  ['admits-expired-credentials@readShop', read('Bearer former'), 401, 404],
  ['admits-part-of-credentials@readShop', read('Bearer ad'), 401, 404],
  ['admits-longer-credentials@readShop', read('Bearer adams'), 401, 404],
  ['admits-other-case@readShop', read('Bearer ADA'), 401, 404],
  ['admits-other-scheme@readShop', read('Token ada'), 401, 404],
  ['admits-token-in-query@readShop', read('', '?access_token=ada'), 401, 404],
  ['unknown-parent-is-found@listGoods', async (send) => (await create(send), await goods(send)), 404, 200],
  ['size-one-more@listShops:limit', pages('/shops?limit=2'), ['CA'], ['CAB']],
  [
    'page-repeats-last@listShops',
    pages('/shops?limit=2&offset=0', '/shops?limit=2&offset=2'),
    ['CA', 'BE'],
    ['CA', 'AB'],
  ],
  [
    'later-page-unfiltered@listShops',
    pages('/shops?town=Graz', '/shops?town=Graz&offset=0'),
    ['A', 'A'],
    ['A', 'CABED'],
  ],
  ['order-only-ascending@listShops:sort', pages('/shops?sort=-name'), ['EDCBA'], ['ABCDE']],
  ['filter-first-value@listShops:tags', pages('/shops?tags=y&tags=x'), ['CABED'], ['AB']],
  [
    'parameter-default-not-applied@listShops:limit',
    async (send) => {
      for (const name of ['A', 'B']) await create(send, { ...shop, name })
      return (await send('GET', '/shops')).body.items.length
    },
    2,
    1,
  ],
])
