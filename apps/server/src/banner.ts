import { maskDatabaseUrl } from '@giftcards/storage'
import { demoPassword } from './sandbox/published-data.ts'

/** The output of `npm start`: all URLs, the logins, and a session to paste. */
export function banner(url: string, mockUrl: string | undefined, databaseUrl: string): string {
  return `
Gift Card Partner API, sandbox

  Start      ${url}/
  API        ${url}
  Docs       ${url}/docs
  Rules      ${url}/docs/rules
  Contract   ${url}/openapi.json
  Controls   ${url}/docs/sandbox
  Sandbox    ${url}/sandbox
${mockUrl === undefined ? '' : `  Mock       ${mockUrl}\n`}  Database   ${maskDatabaseUrl(databaseUrl)}

  App        demo-app  (header x-cc-app)
  Customers  elite@example.com, standard@example.com  (password ${demoPassword})

Try it, in another terminal:

  API=${url}
  TOKEN=$(curl -s -X POST $API/v3/session -H 'x-cc-app: demo-app' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
  TOKEN=$(curl -s -D - -o /dev/null $API/v3/customers/login -H 'x-cc-app: demo-app' -H "Authorization: Bearer $TOKEN" \\
    -H 'Content-Type: application/json' -d '{"customer":{"email":"elite@example.com","password":"${demoPassword}"}}' \\
    | tr -d '\\r' | sed -n 's/^authorization: //p')
  ORDER=$(curl -s "$API/v3/orders?checkout=condensed" -H 'x-cc-app: demo-app' -H "Authorization: Bearer $TOKEN" \\
    -H 'Content-Type: application/json' -d '{
      "cards": [{"merchantId": 101, "faceValue": 50, "percentOff": 8.5, "type": "ecode", "quantity": 1}],
      "payment": {"method": "ACH", "details": {"id": 7001}},
      "shippingDetails": {"firstname": "Erin", "lastname": "Elm", "street": "12 Harbor Street",
        "city": "Portland", "state": "OR", "postcode": "97201"}}')
  echo "$ORDER"
  CARD=$(echo "$ORDER" | sed 's/.*"cards":\\[{"id":\\([0-9]*\\).*/\\1/')
  curl -s $API/v3/wallets/$CARD -H 'x-cc-app: demo-app' -H "Authorization: Bearer $TOKEN"

Start over with: curl -s -X POST $API/__sandbox/reset        Stop with Ctrl+C.
`
}
