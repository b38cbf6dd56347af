import * as messages from '@honbu/contract/messages.ts'
import { serve } from '../platform/route.ts'
import { checkMessage, getMessagePreview } from './check-message.ts'
import {
  discardMessageDraft,
  getMessageDraft,
  getMessageDrafts,
  restoreMessageDraft,
  saveMessageDraft,
} from './drafts.ts'
import type { Letters } from './parts.ts'
import { getMessage, getScheduledMessages, getSentMessages } from './read-message.ts'
import { getMessageCopy, getMessageFile, getMessageRecipients } from './read-recipients.ts'
import { changeMessageTime, saveScheduledMessage, sendMessage } from './save-message.ts'
import { cancelMessage, pauseMessage, resumeMessage, sendMessageAgain } from './stop-message.ts'

export const serveMessages = (letters: Letters) =>
  serve(messages, {
    checkMessage: checkMessage(letters),
    getMessagePreview: getMessagePreview(letters),
    sendMessage: sendMessage(letters),
    saveScheduledMessage: saveScheduledMessage(letters),
    getSentMessages,
    getScheduledMessages,
    getMessage,
    getMessageRecipients,
    getMessageFile,
    getMessageCopy,
    changeMessageTime: changeMessageTime(letters),
    cancelMessage,
    pauseMessage,
    resumeMessage: resumeMessage(letters),
    sendMessageAgain,
    getMessageDrafts,
    getMessageDraft,
    saveMessageDraft,
    discardMessageDraft,
    restoreMessageDraft,
  })

export { demandNoHoles } from './club-holes.ts'
export { deliveryReport } from './delivery-report.ts'
export { openLetters } from './letters.ts'
export { messageListener } from './listen.ts'
export { messageMetrics } from './metrics.ts'
export type { Letters } from './parts.ts'
export { type Posted, postToMember } from './post-to-member.ts'
export { sendMessage } from './save-message.ts'
export { findMessages, workOnMessage, workOnMessages } from './work-messages.ts'
