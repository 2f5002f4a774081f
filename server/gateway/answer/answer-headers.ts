/** What tools read that drop members which they do not know; nothing of it is signed here. */
export const modeHeader = 'x-svc-mode'
export const digestHeader = 'x-svc-receipt-digest'
/** Only ever `none`, of what no receipt is over. */
export const receiptHeader = 'x-svc-receipt'
