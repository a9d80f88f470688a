syn_test(log_analysis_test LABEL unit SOURCES log_analysis_test.cpp log_track_test.cpp LINK tools common_log common_config)
