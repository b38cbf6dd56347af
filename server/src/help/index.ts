import * as help from '@honbu/contract/help.ts'
import { serve } from '../platform/route.ts'
import { contactSupport, type SupportDesk } from './contact-support.ts'
import { getHelpVote, saveHelpVote } from './help-votes.ts'
import { getSupportChat } from './support-chat.ts'

/** @param support who is written to, and which chat there is */
export const serveHelp = (support: SupportDesk) =>
  serve(help, {
    getHelpVote,
    saveHelpVote,
    contactSupport: contactSupport(support),
    getSupportChat: getSupportChat(support),
  })
