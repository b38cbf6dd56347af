import { telLink } from '@honbu/contract/phone.ts'

/** A phone number as it was written, that rings when it is pressed. */
export function PhoneNumber({ written }: { written: string }) {
  const link = telLink(written)
  return link ? <a href={link}>{written}</a> : <span>{written}</span>
}
