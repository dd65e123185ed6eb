import { findOffers } from '../values/find-offers.ts'

interface OfferButtonsProps {
  readonly name: string
  /** The newest first. */
  readonly offers: readonly string[]
  readonly value: string
  readonly onChoose: (offer: string) => void
}

/** The identifiers of earlier answers that a field does not hold right now, each a button that puts it there. */
export function OfferButtons({ name, offers, value, onChoose }: OfferButtonsProps) {
  const others = findOffers(offers, value)
  if (others.length === 0) return null
  return (
    <p class="buttons offers">
      <span>From answers:</span>
      {others.map((offer) => (
        <button key={offer} type="button" aria-label={`${offer} as ${name}`} onClick={() => onChoose(offer)}>
          {offer}
        </button>
      ))}
    </p>
  )
}
