/**
 * Browsers translate a page by putting `<font>` elements in place of its text nodes, or around them. React then changes
 * nodes that have another parent, or none, which throws (react#26048).
 *
 * Invariant: such a change never throws, and what React adds is always shown. A text node that changes by itself may keep
 * its old translation until its element is rendered anew.
 */
export function surviveTranslation(): void {
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const parent = child.parentNode;
    return parent && this.contains(parent) ? (removeChild.call(parent, child) as T) : child;
  };
  Node.prototype.insertBefore = function <T extends Node>(
    this: Node,
    node: T,
    next: Node | null,
  ): T {
    let place = next;
    while (place && place.parentNode !== this) place = place.parentNode;
    return insertBefore.call(this, node, place) as T;
  };
}
