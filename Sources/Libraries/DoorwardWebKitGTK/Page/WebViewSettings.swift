#if os(Linux)
  internal import CDoorwardWebKitGTK
  internal import DoorwardGTKWidgets

  /// The settings of pages.
  @MainActor enum WebViewSettings {
    static func make() -> ObjectReference {
      let settings = ObjectReference(owning: UnsafeMutableRawPointer(webkit_settings_new()))
      let pointer = settings.opaque
      // Wallets open windows some time after the user's click, when WebKit no longer counts it as a user gesture.
      webkit_settings_set_javascript_can_open_windows_automatically(pointer, 1)
      webkit_settings_set_enable_developer_extras(pointer, 0)
      webkit_settings_set_allow_file_access_from_file_urls(pointer, 0)
      webkit_settings_set_allow_universal_access_from_file_urls(pointer, 0)
      webkit_settings_set_allow_top_navigation_to_data_urls(pointer, 0)
      webkit_settings_set_enable_media_stream(pointer, 0)
      webkit_settings_set_enable_back_forward_navigation_gestures(pointer, 0)
      // A full-screen page could draw a fake address bar.
      webkit_settings_set_enable_fullscreen(pointer, 0)
      // Forms and dialogs do not need the GPU, and starting a GPU process takes time.
      webkit_settings_set_hardware_acceleration_policy(pointer, WEBKIT_HARDWARE_ACCELERATION_POLICY_NEVER)
      return settings
    }
  }
#endif
