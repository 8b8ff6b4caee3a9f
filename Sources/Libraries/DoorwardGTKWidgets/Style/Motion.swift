#if os(Linux)
  internal import CDoorwardGTK

  /// The animations of the desktop. GTK shows none if the user has turned them off.
  @MainActor public enum Motion {
    /// Turns the animations of this program on or off, for tests and pictures.
    package static func set(_ isOn: Bool) {
      doorward_set_animations(isOn ? 1 : 0)
    }
  }
#endif
