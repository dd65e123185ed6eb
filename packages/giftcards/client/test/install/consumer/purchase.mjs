import * as client from '@giftcards/client'
import * as sandbox from '@giftcards/client/sandbox'
import * as testing from '@giftcards/client/testing'
import story from './story.cjs'

await story.print(client, sandbox, testing)
