// Search from the disk: a browser starts no worker for a page that was opened as a file, so there the search runs in a
// hidden frame that speaks as a worker does: messages are copies, and arrive later. On a server this does nothing.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      this.inside = this.frame.contentWindow;
      this.inside.postMessage = (data) => this.later(this, data);
      this.ready = new Promise((done) => {
        const script = this.inside.document.createElement("script");
        script.src = address;
        script.onload = done;
        this.inside.document.body.append(script);
      });
    }

    postMessage(data) {
      this.ready.then(() => this.later(this.inside, data));
    }

    later(to, data) {
      const message = new MessageEvent("message", { data: structuredClone(data) });
      setTimeout(() => {
        if (to === this) this.onmessage?.(message);
        to.dispatchEvent(message);
      });
    }

    terminate() {
      this.frame.remove();
    }
  };
}
