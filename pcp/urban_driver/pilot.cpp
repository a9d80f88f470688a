#include "pcp/urban_driver/urban_driver.hpp"

SYN_PILOT(synchrono::pcp::urban_driver::UrbanDriver);
