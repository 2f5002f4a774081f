const letters =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

/** Whether any of it is written from the right to the left. */
export function isFromRight(text: string): boolean {
  return letters.test(text)
}
