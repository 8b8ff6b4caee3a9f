#if os(Linux)
  internal import DoorwardWebKitGTK

  /// Whose page a window shows, in its header. What does not fit is cut off at the start: the end of a host's
  /// name says whose it is.
  @MainActor final class AddressLabel {
    let label = Label(overflow: .cutStart)

    init() {
      show("")
    }

    func show(_ address: String) {
      label.setParts(Self.parts(address))
      label.tooltip = address
      label.accessibleLabel = "Address: \(address)"
    }

    /// The host, and where it is none of the usual its port; the path is for the page to choose. What is not
    /// encrypted says so; a host in letters of another script is left in the ASCII form it came in, which looks
    /// like no other.
    static func parts(_ address: String) -> [Label.Part] {
      guard let parsed = WebAddress(address), parsed.isWeb, let host = parsed.host else {
        return [Label.Part(address.isEmpty || address == "about:blank" ? "Blank page" : address)]
      }
      let port = parsed.port.map { ":\($0)" } ?? ""
      let end = parsed.scheme == "https" ? [] : [Label.Part(" (not encrypted)")]
      return [Label.Part(host + port, .bold)] + end
    }
  }
#endif
