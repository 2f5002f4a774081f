/** What is said of an answer that no receipt is known for. */
export const noReceiptWords = {
  none: 'No receipt came with this answer. Nothing is known about how it was delivered.',
  /** The connection broke in the middle of it. */
  brokenOff:
    'This answer broke off before its receipt came. Nothing about it is checked. Ask again.',
  /** The chat's own server keeps what it got from the gateway to itself. */
  dropped:
    'The server of this chat drops receipts. Nothing is known about how its answers were delivered.',
  /** Receipts came that belong to no place which is known. */
  unmatched:
    'No receipt was found for this answer. A receipt came that fits no answer on this page; it may belong here.',
  /** Kept answers with the words of the page, which differ in what is said of them. */
  several:
    'Several kept answers have exactly these words, and they were delivered in different ways. Nobody can tell which of the answers this is.',
  severalLabel: 'Several receipts',
} as const
