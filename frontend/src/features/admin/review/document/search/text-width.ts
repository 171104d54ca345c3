let context: CanvasRenderingContext2D | null | undefined;

/** Width of a text in a common typeface: closer to what is printed than its number of characters. */
export function textWidth(text: string): number {
  context ??= document.createElement('canvas').getContext('2d');
  return context?.measureText(text).width ?? text.length;
}
