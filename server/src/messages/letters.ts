import type { Db } from '../platform/database.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { takesReplies } from '../platform/sms.ts'
import type { Providers } from '../providers/index.ts'
import { unsubscribeLink } from '../reach/index.ts'
import { compileContent, type LinkMaker, type Links, mergeValuesOf, payLinkMaker } from '../templates/index.ts'
import type { Letters } from './parts.ts'

interface Parts {
  readonly db: Db
  readonly now: () => Date
  readonly box: SecretBox
  readonly providers: Pick<Providers, 'hasAccount'>
  readonly config: { readonly baseUrl: string; readonly basePath: string; readonly smsFrom: string }
  /** Of areas above this one, which own the pages: the links of a club, for all the same. */
  readonly clubLinks: (db: Db, clubId: number) => Links
}

/** How messages are written: the templates, with the links that the areas of their pages make. */
export function openLetters(parts: Parts): Letters {
  const { box, config } = parts
  const address = config.baseUrl + config.basePath
  const link: Letters['unsubscribeLink'] = who => unsubscribeLink({ box, config }, who)
  return {
    compile: (db, clubId, content, purpose) =>
      compileContent(db, clubId, content, { address, purpose, takesReplies: takesReplies(config.smsFrom) }),
    values: (db, { isLook, channel, ...asked }) => {
      const subscriptions: LinkMaker = async recipients =>
        recipients.map(({ personId }) =>
          personId > 0 ? link({ clubId: asked.clubId, personId, channel, now: asked.now }) : null,
        )
      const made: Links = {
        ...parts.clubLinks(db, asked.clubId),
        'links.pay': payLinkMaker(parts, asked.clubId, channel, isLook ? `${address}/pay/example` : undefined),
        'links.preferences': isLook ? exampleLink(`${address}/unsubscribe/example`) : subscriptions,
        'links.unsubscribe': isLook ? exampleLink(`${address}/unsubscribe/example`) : subscriptions,
      }
      return mergeValuesOf(db, { ...asked, links: made })
    },
    unsubscribeLink: link,
  }
}

/** A look makes nothing: the link only shows where one will be. */
const exampleLink =
  (address: string): LinkMaker =>
  async recipients =>
    recipients.map(() => address)
