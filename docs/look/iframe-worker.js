// Search from the disk: a browser starts no worker for a page that was opened as a file, so there the search runs in a
// hidden frame that speaks as a worker does. On a server this does nothing.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const inside = this.frame.contentWindow;
      inside.postMessage = (data) => {
        const message = new MessageEvent("message", { data });
        this.onmessage?.(message);
        this.dispatchEvent(message);
      };
      this.ready = new Promise((done) => {
        const script = inside.document.createElement("script");
        script.src = address;
        script.onload = done;
        inside.document.body.append(script);
      });
    }

    postMessage(data) {
      const inside = this.frame.contentWindow;
      this.ready.then(() => inside.dispatchEvent(new inside.MessageEvent("message", { data })));
    }

    terminate() {
      this.frame.remove();
    }
  };
}
