const client = require('@giftcards/client')
const sandbox = require('@giftcards/client/sandbox')
const testing = require('@giftcards/client/testing')
const story = require('./story.cjs')

void story.print(client, sandbox, testing)
