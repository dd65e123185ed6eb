import type { TryItProps } from '../state.ts'
import { AuthPanel } from './auth-panel.tsx'
import { HistoryList, RequestPreview } from './request-preview.tsx'
import { OperationForm } from './operation-form.tsx'
import { OperationList } from './operation-list.tsx'
import { ResponseView } from './response-view.tsx'

/** Shows the page: server, credentials, operations, form, response, request and history. */
export function TryPage({ tryIt, reference }: TryItProps & { readonly reference: string }) {
  return (
    <>
      <div class="bars">
        <ServerBar tryIt={tryIt} />
        <AuthPanel tryIt={tryIt} />
      </div>
      <div class="workspace">
        <OperationList tryIt={tryIt} />
        <OperationForm tryIt={tryIt} reference={reference} />
        <div class="results">
          <ResponseView tryIt={tryIt} />
          <RequestPreview tryIt={tryIt} />
          <HistoryList tryIt={tryIt} />
        </div>
      </div>
    </>
  )
}

/** Selects the server for requests, with inputs for its variables and for a custom address. */
function ServerBar({ tryIt }: TryItProps) {
  const index = tryIt.serverIndex.value
  const values = tryIt.variables.value[index] ?? {}
  return (
    <fieldset class="servers">
      <legend>Send requests to</legend>
      {tryIt.servers.map(({ label }, at) => (
        <label key={at} class="inline">
          <input
            type="radio"
            name="server"
            value={at}
            checked={index === at}
            onChange={() => tryIt.chooseServer(at)}
          />
          {label}
        </label>
      ))}
      {tryIt.server.value.variables.map(({ name, preset, choices, description }) => (
        <label key={`${index} ${name}`} class="address" title={description}>
          <span>{name}</span>
          {choices.length > 0 ? (
            <select
              value={values[name] ?? preset}
              onChange={(event) => tryIt.setVariable(name, event.currentTarget.value)}
            >
              {choices.map((choice) => (
                <option key={choice} value={choice}>
                  {choice}
                </option>
              ))}
            </select>
          ) : (
            <input
              type="text"
              spellcheck={false}
              autocomplete="off"
              value={values[name] ?? preset}
              onInput={(event) => tryIt.setVariable(name, event.currentTarget.value)}
            />
          )}
        </label>
      ))}
      <label class="address">
        <span>Address</span>
        <input
          type="url"
          spellcheck={false}
          autocomplete="off"
          value={tryIt.address.value}
          onInput={(event) => tryIt.setAddress(event.currentTarget.value)}
        />
      </label>
    </fieldset>
  )
}
