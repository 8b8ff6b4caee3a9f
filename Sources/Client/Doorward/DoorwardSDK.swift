/// The client SDK itself.
public enum DoorwardSDK {
  /// Its version.
  public static let version = "0.1.0"
}
