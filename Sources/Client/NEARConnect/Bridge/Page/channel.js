// Creates the page's end of the channel to the app. Texts are written to an element that is in no document, and events
// announce them. Only the relay receives the element. All functions of the element are captured before any other
// script runs, so later code cannot intercept the texts.
() => {
  const element = document.createElement("i");
  const content = Object.getOwnPropertyDescriptor(Node.prototype, "textContent");
  const write = content.set.bind(element);
  const read = content.get.bind(element);
  const announce = element.dispatchEvent.bind(element);
  const PlainEvent = Event;

  const post = (text) => {
    write(text);
    announce(new PlainEvent("out"));
  };

  // Offers the element to the relay until the relay accepts it. This happens before any script of the document runs.
  // The relay stops the propagation of the offer, so no other listener receives the element.
  const open = (onText, onOpen) => {
    const offer = () => window.dispatchEvent(new MouseEvent("near-connect-offer", { relatedTarget: element }));
    const accepted = () => {
      window.removeEventListener("near-connect-ask", offer);
      onOpen();
    };
    element.addEventListener("in", () => onText(read()));
    element.addEventListener("accepted", accepted, { once: true });
    window.addEventListener("near-connect-ask", offer);
    offer();
  };

  return { post, open };
}
