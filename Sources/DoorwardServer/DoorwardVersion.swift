/// The version of this build.
public enum DoorwardVersion {
  public static let current = "0.1.0"
}
