import { createPublicKey } from 'node:crypto'
import { join } from 'node:path'
import { ConfigError, readConfig } from '@giftcards/server'
import { afterAll, describe, expect, it } from 'vitest'
import { createFolder, createRealKeys, endProcesses, runVerbHere } from '@giftcards/test-harness/process'
import {
  headerOf,
  openSession,
  type Partner,
  placeOrder,
  startServerOn,
  storyCard,
} from '@giftcards/test-harness'

afterAll(endProcesses)

const former = createRealKeys()
const current = createRealKeys()
const formerPublic = createPublicKey(former.JWT_PRIVATE_KEY)
  .export({ type: 'spki', format: 'pem' })
  .toString()
const rotating = { ...current, CARD_DATA_KEYS_OLD: former.CARD_DATA_KEY, JWT_PUBLIC_KEYS_OLD: formerPublic }

/** Reads a card's values, with the partner's own token unless another is given. */
const read = (partner: Partner, cardId: number, token = partner.token) =>
  partner.call('getSecureData', { path: { cardId }, headers: { authorization: `Bearer ${token}` } })

async function openPartner(url: string): Promise<Partner> {
  const partner = await openSession(url)
  await partner.login('elite@example.com')
  return partner
}

/** Buys a card for the partner and has it delivered. */
async function buyCard(partner: Partner): Promise<number> {
  const cardId = (await placeOrder(partner, [storyCard.harborB2B()])).cards[0]!.id
  await partner.want('getWalletCard', 200, { path: { cardId } })
  return cardId
}

describe('a rotation of both keys', () => {
  it('loses no session and no card', { meta: { rules: ['D10-01'] } }, async () => {
    const database = { DATABASE_URL: `sqlite:${join(createFolder(), 'marketplace.db')}` }
    const before = await startServerOn({ ...database, ...former })
    const partner = await openPartner(before.url)
    const oldToken = partner.token
    const cardId = await buyCard(partner)
    const bought = await read(partner, cardId)
    expect(bought.status).toBe(200)
    await before.close()

    const during = await startServerOn({ ...database, ...rotating })
    const later = await openPartner(during.url)
    expect(headerOf(later.token).kid).not.toBe(headerOf(oldToken).kid)
    expect((await read(later, cardId)).body).toStrictEqual(bought.body)
    expect((await read(later, cardId, oldToken)).body).toStrictEqual(bought.body)
    const laterCard = await buyCard(later)
    const boughtLater = await read(later, laterCard)
    // The server keeps running: the card that it sealed meanwhile already uses the current key.
    expect(await runVerbHere('rotate-card-data', database.DATABASE_URL, [], { env: rotating })).toMatchObject(
      {
        code: 0,
        stdout: expect.stringMatching(/^1 cards re-encrypted with key [\w-]{8}; 1 already had it\n$/),
        stderr: `Database: ${database.DATABASE_URL}\n`,
      },
    )
    expect((await read(later, cardId)).body).toStrictEqual(bought.body)
    await during.close()

    const after = await startServerOn({ ...database, ...current })
    const last = await openPartner(after.url)
    expect((await read(last, cardId)).body).toStrictEqual(bought.body)
    expect((await read(last, laterCard)).body).toStrictEqual(boughtLater.body)
    const refused = await read(last, cardId, oldToken)
    expect([refused.status, refused.code]).toStrictEqual([400, 'token_invalid'])
    await after.close()
  })

  it('says which old key it lacks', async () => {
    const database = { DATABASE_URL: `sqlite:${join(createFolder(), 'marketplace.db')}` }
    const server = await startServerOn({ ...database, ...former })
    await buyCard(await openPartner(server.url))
    await server.close()
    const { code, stdout, stderr } = await runVerbHere('rotate-card-data', database.DATABASE_URL, [], {
      env: current,
    })
    expect([code, stdout]).toStrictEqual([2, ''])
    expect(stderr).toMatch(
      /^Database: .+\nCARD_DATA_KEYS_OLD lacks the key [\w-]{8}, which sealed card \d+\n$/,
    )
  })
})

describe('a key that is none', () => {
  const [secret, pem] = ['hunter2hunter2hunter2', former.JWT_PRIVATE_KEY]
  it.each([
    ['CARD_DATA_KEY', secret],
    ['CARD_DATA_KEYS_OLD', `${former.CARD_DATA_KEY},${secret}`],
    ['JWT_PRIVATE_KEY', secret],
    ['JWT_PRIVATE_KEY', formerPublic],
    ['JWT_PUBLIC_KEYS_OLD', secret],
    ['JWT_PUBLIC_KEYS_OLD', pem],
    ['JWT_PUBLIC_KEYS_OLD', `${formerPublic}${pem}`],
  ])('in %s is one line without it', (name, value) => {
    const material = [
      secret,
      former.CARD_DATA_KEY,
      ...pem.split('\n').slice(1, 3),
      formerPublic.split('\n')[1] ?? '',
    ]
    const refusal = refusalOf({ [name]: value })
    expect(refusal).toMatch(new RegExp(`^${name} must be [^\n]+$`))
    expect(material.filter((one) => refusal.includes(one))).toStrictEqual([])
  })
})

/** Returns the message with which a start with these settings fails. */
function refusalOf(env: Readonly<Record<string, string>>): string {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'nothing'
}
