/** What `--help` prints. */
export const usage = `Checks whether a running HTTP API and its OpenAPI 3.0/3.1 document agree.

  contract-checker <document> --url <baseUrl> [options]

What is checked
  --phase a,b               examples, coverage, fuzz, stateful; default: all, in this order
  --cases <n>               fuzz cases for each operation; default 100
  --seed <n>                same seed, same requests; default 1
  --include, --exclude <x>  operationId or path, * for any text; a,b or repeated
  --disable-check <id>      leave a check out; a,b or repeated
  --allow-undocumented-properties
                            properties of an answer that the document does not name are no finding
  --policy <file.json>      { operationId: [{ statuses, reason, checks }] }
  --threshold <kind=n>      percent to reach: operations, responses, parameters, keywords, examples
  --max-response-time <ms>  a slower answer is a finding; default: off

How it is reached
  --url <baseUrl>           the whole server URL, path prefix included
  --header 'name: value'    for every request; may repeat, wins over the setup module
  --setup <module>          may export async authenticate({ url }) → headers, async reset({ url }),
                            and policies
  --timeout <s>             for one request; default 10
  --max-time <s>            for the whole run; what is not reached is reported as skipped

What comes out
  --report <kind=file>      json, junit, html, har; may repeat, makes folders
  --replay <key>            look for one finding again, and send only what leads to it
  --promote <folder>        keep each finding as a regression file, which Vitest runs again
  --show-secrets            do not mask credentials
  --no-color                plain text, no progress bar
  --help, --version

Exit code: 0 no finding · 1 findings · 2 something is to be mended, as one sentence says
           70 a fault of contract-checker itself
`
