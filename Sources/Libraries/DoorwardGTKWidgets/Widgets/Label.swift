#if os(Linux)
  internal import CDoorwardGTK

  /// A text.
  @MainActor public final class Label: Widget {
    /// The handling of a text that does not fit.
    public enum Overflow: Sendable {
      /// Wraps lines after at most this number of characters.
      case wrap(characters: Int)
      /// Truncates the text at its end.
      case cut
      /// Truncates the text at its start.
      case cutStart
    }

    /// A part of a text with its own weight.
    public struct Part: Sendable {
      public enum Weight: String, Sendable {
        case bold, normal
      }

      let text: String
      let weight: Weight

      public init(_ text: String, _ weight: Weight = .normal) {
        self.text = text
        self.weight = weight
      }
    }

    public init(_ text: String = "", overflow: Overflow? = nil) {
      super.init(gtk_label_new(text))
      set(overflow)
    }

    /// Creates a heading for screen readers, of a level from 1 to 6.
    public init(_ text: String = "", headingLevel: Int, overflow: Overflow? = nil) {
      super.init(doorward_heading_new(Int32(headingLevel)))
      self.text = text
      set(overflow)
    }

    private func set(_ overflow: Overflow?) {
      switch overflow {
      case .wrap(let characters):
        gtk_label_set_wrap(reference.opaque, 1)
        gtk_label_set_wrap_mode(reference.opaque, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_justify(reference.opaque, GTK_JUSTIFY_CENTER)
        gtk_label_set_max_width_chars(reference.opaque, Int32(characters))
      case .cut:
        gtk_label_set_ellipsize(reference.opaque, PANGO_ELLIPSIZE_END)
      case .cutStart:
        gtk_label_set_ellipsize(reference.opaque, PANGO_ELLIPSIZE_START)
      case nil: break
      }
    }

    /// Lets the user select and copy the text, and aligns it to the start of its lines.
    public func makeSelectable() {
      gtk_label_set_selectable(reference.opaque, 1)
      alignToStart()
    }

    /// Aligns the text to the start of its lines, as in a form.
    public func alignToStart() {
      gtk_label_set_xalign(reference.opaque, 0)
      gtk_label_set_justify(reference.opaque, GTK_JUSTIFY_LEFT)
      gtk_label_set_wrap_mode(reference.opaque, PANGO_WRAP_WORD_CHAR)
    }

    public var text: String {
      get { gtk_label_get_text(reference.opaque).map { String(cString: $0) } ?? "" }
      set { if newValue != text { gtk_label_set_text(reference.opaque, newValue) } }
    }

    /// Shows parts with different weights.
    public func setParts(_ parts: [Part]) {
      let markup = parts.map { part in
        let escaped = g_markup_escape_text(part.text, -1)
        defer { g_free(escaped) }
        return "<span weight='\(part.weight.rawValue)'>\(escaped.map { String(cString: $0) } ?? "")</span>"
      }
      gtk_label_set_markup(reference.opaque, markup.joined())
    }
  }
#endif
